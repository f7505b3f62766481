/** The English texts of checkpoints: what the server says of them, and their screen. */
export const checkpointTexts: readonly string[] = [
  'Log, tree and checkpoints contradict each other. Run the verification.',
  'No checkpoint covers an event at position {position}.',
  'No checkpoint was signed yet.',
  'The event at position {position} is not the one that was signed.',
  'The newest checkpoint is of {size} events: ask for no more, and from fewer to more.',
  '{name} is a number of events.',
]
