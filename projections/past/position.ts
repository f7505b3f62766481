/** The settings of a connection that say the position of a moment, and the time by which records begin and end. */
export const momentSettings = { position: 'atrium.position', clock: 'atrium.clock' }

/** The position that a connection stands at, as SQL. Asked for once in a statement: as a mere call it would be once for each row. */
export const position = `(select current_setting('${momentSettings.position}')::bigint)`
