/**
 * How Node is started for a server, by `npm start` and by the image too. The space for new objects is bounded: left to V8, Node 24 gives
 * them four times as much as before.
 */
export const nodeOptions = ['--max-semi-space-size=16']
