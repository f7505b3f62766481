import { register } from 'node:module'
import { text } from 'node:stream/consumers'

// The generator works by the compiler's own JavaScript, which TypeScript has no more since version 7: it gets that of ts-morph.
const compiler = `import common from ${JSON.stringify(import.meta.resolve('@ts-morph/common'))}; export default common.ts`
const asModule = (code) => `data:text/javascript,${encodeURIComponent(code)}`
register(
  asModule(`export const resolve = (name, context, next) =>
    name === 'typescript' ? { url: ${JSON.stringify(asModule(compiler))}, shortCircuit: true } : next(name, context)`),
)

// Calls that the apps make of any resource are written once, by its declaration: their types would say little at great length.
const typed = /^\/api\/(?:auth|me|utility|job|checkpoint|evidence)(?:\/|$)/
const wordy = new Set(['description', 'summary', 'pattern'])

const bare = (value) => {
  if (Array.isArray(value)) return value.map(bare)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name, part]) => !(wordy.has(name) && typeof part === 'string'))
  return Object.fromEntries(kept.map(([name, part]) => [name, bare(part)]))
}

/** An operation with its JSON and what it answers when it goes well. */
const plain = ({ responses, requestBody, ...operation }) => {
  const json = requestBody?.content['application/json']
  return {
    ...operation,
    ...(json ? { requestBody: { content: { 'application/json': json } } } : {}),
    responses: Object.fromEntries(Object.entries(responses).filter(([status]) => status.startsWith('2'))),
  }
}

const { default: typesOf, astToString } = await import('openapi-typescript')

// Reads an OpenAPI document and answers the types of its calls (docs/decisions/api/0081).
const { paths, ...document } = JSON.parse(await text(process.stdin))
const calls = Object.entries(paths)
  .filter(([path]) => typed.test(path))
  .map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, plain(operation)])),
  ])
const types = astToString(await typesOf(bare({ ...document, paths: Object.fromEntries(calls) })))
const said = types.split('\n').filter((line) => !/^\s+\w+\?: never;$|^\s+\/\*\*.*\*\/$/.test(line))
process.stdout.write(`// Made by \`npm run api-types\` from the OpenAPI document.\n${said.join('\n')}`)
