/** The text of postgresql.conf. */
export const embeddedSettings = (port: number): string => `# Written by Atrium at every start.
listen_addresses = '127.0.0.1'
port = ${port}
# The folder above that of the data. A statement by the socket costs less than one by TCP.
unix_socket_directories = '${process.platform === 'win32' ? '' : '..'}'
unix_socket_permissions = 0700
max_connections = 120
shared_buffers = 128MB
fsync = on
full_page_writes = on
synchronous_commit = on
max_wal_size = 512MB
# Parallel workers need shared memory that containers do not give, and our statements do not need them.
max_parallel_workers_per_gather = 0
max_parallel_maintenance_workers = 0
jit = off
timezone = 'UTC'
log_timezone = 'UTC'
log_line_prefix = '%m [%p] '
# Statements and details could hold personal data.
log_min_error_statement = panic
log_error_verbosity = terse
`
