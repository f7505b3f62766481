/** Words of a list that is sent as JSON or comma-joined; anything else as it is. */
export const words = (value: unknown): unknown =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean)
    : value
