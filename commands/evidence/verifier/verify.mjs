// Verifies an evidence package of Atrium without Atrium. In the unpacked folder: node verify.mjs [the public key you expect]
// The page verify.html runs this very text in a browser. README.txt tells what is checked and how.
const utf8 = (string) => new TextEncoder().encode(string)
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const base64 = (bytes) => btoa(String.fromCharCode(...bytes))
const unbase64 = (string) => Uint8Array.from(atob(string), (char) => char.charCodeAt(0))
const inBytes = (key) => hex(utf8(key))
const byBytes = (one, other) => inBytes(one).length - inBytes(other).length || (inBytes(one) < inBytes(other) ? -1 : 1)
const plain = (value) =>
  JSON.stringify(value).replace(/^(-?)(\d)\.?(\d*)e(.)(\d+)$/, (_, sign, first, rest, way, power) => {
    const zeros = '0'.repeat(way === '+' ? power - rest.length : power - 1)
    return sign + (way === '+' ? first + rest + zeros : `0.${zeros}${first}${rest}`)
  })
/** Canonical JSON, or with a blank as PostgreSQL writes jsonb: keys by length and bytes, numbers without exponents. */
const json = (value, blank = '') => {
  if (Array.isArray(value)) return `[${value.map((one) => json(one, blank)).join(`,${blank}`)}]`
  if (value === null || typeof value !== 'object') return blank ? plain(value) : JSON.stringify(value)
  const keys = Object.keys(value).sort(blank ? byBytes : undefined)
  return `{${keys.map((key) => `${JSON.stringify(key)}:${blank}${json(value[key], blank)}`).join(`,${blank}`)}}`
}
const int32 = (number) => Uint8Array.of(number >> 24, number >> 16, number >> 8, number)
const jsonb = (value) => value && utf8(`\u0001${json(value, ' ')}`)
/** What a link hashes: the event as a row of PostgreSQL's binary COPY, its own digits zeros; in older events canonical JSON. */
const hashedIn = ({ stream, revision, id, type, data, personal, meta: { chain, ...meta } }) => {
  if (chain.form !== 2) return [utf8(chain.prev + json({ stream, revision, id, type, data, personal, meta }))]
  const uuid = Uint8Array.from(id.replaceAll('-', '').match(/../g), (pair) => Number.parseInt(pair, 16))
  const last = jsonb({ ...meta, chain: { ...chain, hash: '0'.repeat(64) } })
  const fields = [utf8(stream), int32(revision), uuid, utf8(type), jsonb(data), jsonb(personal), last]
  return fields.flatMap((bytes) => (bytes ? [int32(bytes.length), bytes] : [int32(-1)]))
}
const keyOf = (line) => unbase64(line.split('+').slice(2).join('+')).subarray(1)
const isSignedBy = async (keys, body, signature) => {
  const imported = keys.map((key) => crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']))
  const verified = imported.map(async (key) => crypto.subtle.verify('Ed25519', await key, signature, utf8(body)))
  return (await Promise.all(verified)).includes(true)
}
/** Checks a package of parts, each a function that answers its bytes as a stream. Answers what holds and what does not, in sentences. */
export const verify = async (parts, newHash, expectedKey = '', onProgress = () => {}) => {
  const [problems, hashes] = [[], new Map()]
  const tally = { events: 0, runs: 0, bound: 0, vouched: 0, erased: 0, hidden: 0, open: 0 }
  const bad = (where, what) => problems.length < 20 && problems.push(`${where > 0 ? 'Position ' : ''}${where}: ${what}`)
  const sha256 = (...bytes) => base64(bytes.reduce((hash, one) => hash.update(one), newHash()).digest())
  const nodeHash = (left, right) => sha256(Uint8Array.of(1), unbase64(left), unbase64(right))
  async function* chunksOf(name) {
    if (!parts.has(name)) throw new Error(`${name}: this part is missing.`)
    const hash = newHash()
    for await (const bytes of await parts.get(name)()) yield hash.update(bytes) && bytes
    hashes.set(name, base64(hash.digest()))
  }
  async function* linesOf(name) {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const bytes of chunksOf(name)) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
      rest = lines.pop()
      for (const line of lines) yield JSON.parse(line)
    }
  }
  const textOf = async (name) => {
    const chunks = []
    for await (const bytes of chunksOf(name)) chunks.push(bytes)
    return new Blob(chunks).text()
  }
  const kindOfValues = ({ position, personal, values, salt, withheld }) => {
    if (values === '[erased]') return 'erased'
    if (values === undefined) return personal || withheld ? 'hidden' : 'open'
    if (personal && personal.commitment === undefined) return 'vouched'
    const commitment = sha256(unbase64(salt ?? ''), utf8(json(values)))
    if (commitment !== personal?.commitment) bad(position, 'a value in clear is not the one that was sealed.')
    return 'bound'
  }
  const lookAtEvent = (event, signed, file) => {
    const { position, stream, revision, id, type, data, meta, recordedAt, withheld } = event
    const leaf = utf8([position, stream, revision, id, type, meta.chain.hash, recordedAt].join('\n'))
    const isLinked = withheld || hex(unbase64(sha256(...hashedIn(event)))) === meta.chain.hash
    if (!isLinked || sha256(Uint8Array.of(0), leaf) !== signed) bad(position, 'the event is not the signed one.')
    if ((data?.hash ?? undefined) !== file) bad(position, 'files.ndjson has another hash.')
    tally[kindOfValues(event)] += 1
  }
  /** The tree over the whole log: a leaf for each event of the package, and what stands for all others. */
  const lookAtTree = async (roots, total) => {
    const [files, events, stack] = [new Map(), linesOf('events.ndjson'), []]
    for await (const { position, sha256: hash } of linesOf('files.ndjson')) files.set(position, hash)
    const next = async () => (await events.next()).value
    let [event, sound, isRun, end] = [await next(), '0', false, 0]
    const stray = () => bad(event.position, 'the event is not among the signed ones, or not in its place.')
    const areTwins = ([one, other]) => one?.size === other?.size && one?.from % (2 * one?.size) === 0
    for await (const { from, size, hash, position } of linesOf('tree.ndjson')) {
      if (from !== end) throw new Error('tree.ndjson: its lines are not in order.')
      if (position !== undefined) {
        for (; event && BigInt(event.position) < BigInt(position); event = await next()) stray()
        if (event?.position !== position) bad(position, 'the signed event is missing.')
        else [, event] = [lookAtEvent(event, hash, files.get(position)), await next()]
        if (!isRun) tally.runs += 1
        onProgress((tally.events += 1) / total)
      }
      ;[isRun, end] = [position !== undefined, from + size]
      stack.push({ from, size, hash })
      while (areTwins(stack.slice(-2))) {
        const [one, other] = stack.splice(-2)
        stack.push({ from: one.from, size: 2 * one.size, hash: nodeHash(one.hash, other.hash) })
      }
      const checkpoint = roots.get(end)
      if (!checkpoint) continue
      const root = stack.map((one) => one.hash).reduceRight((right, left) => nodeHash(left, right))
      if (root !== checkpoint.root) return bad(`Positions ${sound} to ${checkpoint.position}`, 'not what was signed.')
      sound = checkpoint.position
      roots.delete(end)
    }
    for (; event; event = await next()) stray()
    for (const count of roots.keys()) bad('tree.ndjson', `it does not lead to the checkpoint of ${count} events.`)
  }
  const { signature, ...manifest } = JSON.parse(await textOf('manifest.json'))
  const [{ origin, key }, keys, roots] = [manifest, [keyOf(manifest.key)], new Map()]
  if (expectedKey !== '' && key !== expectedKey) bad('manifest.json', 'its key is not the one that you expect.')
  const said = `${origin}\nmanifest of an evidence package\n${json(manifest)}\n`
  if (!(await isSignedBy(keys, said, unbase64(signature)))) bad('manifest.json', 'it is not what was signed.')
  for (const { key: former, confirmation } of manifest.formerKeys) {
    const confirmed = `${origin}\nsigned before with ${base64(keyOf(former))}\n`
    if (await isSignedBy(keys, confirmed, unbase64(confirmation))) keys.push(keyOf(former))
  }
  for (const note of (await textOf('checkpoints.txt')).match(/[^]*?\n— .*\n/g) ?? []) {
    const [body, signed] = [note.slice(0, note.lastIndexOf('\n\n') + 1), unbase64(note.trim().split(' ').at(-1))]
    const [name, size, root, position] = body.split('\n')
    const isOurs = name === origin && (await isSignedBy(keys, body, signed.subarray(4)))
    if (isOurs) roots.set(Number(size), { root, position: position.split(' ')[1] })
    else bad('checkpoints.txt', `the one of ${size} events is not signed by a key of this log.`)
  }
  if (!roots.has(manifest.checkpoint.size)) bad('checkpoints.txt', 'the one that the manifest names is missing.')
  await lookAtTree(roots, manifest.counts.events).catch((error) => bad('package', error.message))
  for (const [name, { sha256: exported }] of Object.entries(manifest.parts)) {
    if (parts.has(name) && !hashes.has(name)) await textOf(name)
    if (hashes.get(name) !== exported) bad(name, 'it is not what was exported.')
  }
  const holds = [
    `${tally.events} events are as signed in the log ${origin}, with ${manifest.checkpoint.size} events in all.`,
    tally.runs > 1 ? 'Between them lie others.' : 'They follow each other in the log: none between them is missing.',
    `Values in clear: ${tally.bound} are what the log sealed, ${tally.vouched} rest on the word of who exported.`,
    `Not in clear: ${tally.erased} were erased, ${tally.hidden} were not for who exported.`,
    `Signed by ${key}: compare it with the key that you were told.`,
  ]
  return problems.length === 0 ? ['The package is whole.', ...holds] : ['The package is NOT whole.', ...problems]
}
if (globalThis.process?.argv[1]?.endsWith('verify.mjs')) {
  const [{ createHash }, { createReadStream, readdirSync }] = [await import('node:crypto'), await import('node:fs')]
  const parts = new Map(readdirSync('.').map((name) => [name, () => createReadStream(name)]))
  const said = await verify(parts, () => createHash('sha256'), process.argv[2]).catch(({ message }) => [message])
  process.stdout.write(`${said.join('\n')}\n`)
  process.exitCode = said[0] === 'The package is whole.' ? 0 : 1
}
