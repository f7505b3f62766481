/**
 * How Node is started for a server, by `npm start` and by the image too. The space for new objects is bounded: left to V8, Node 24 gives
 * them four times as much as before.
 */
export const nodeOptions = ['--max-semi-space-size=12']

/** The environment that both give it: the C library keeps less of what was freed (Linux with glibc; a process cannot set it for itself). */
export const memoryVariables = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }
