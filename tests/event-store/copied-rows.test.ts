import { Duplex } from 'node:stream'
import { expect, it } from 'vitest'
import { takeCopiedRows } from '../../event-store/postgres/copied-rows.ts'

const message = (kind: string, text: string): Buffer => {
  const contents = Buffer.from(text)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(contents.length + 4)
  return Buffer.concat([Buffer.from(kind), length, contents])
}

const ready = message('Z', 'I')
const sent = [
  message('H', 'begins'),
  message('d', 'first row'),
  message('d', ''),
  message('N', 'a notice in between'),
  message('d', 'x'.repeat(40)),
  message('c', ''),
  ready,
]
const behind = message('A', 'told of behind it')
const stream = Buffer.concat([...sent, behind])

/** What is heard of a stream that comes in chunks of so many bytes, where reading rows ends with the answer, as it does in the client. */
const hearing = (size: number) => {
  const socket = new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() })
  const rows: string[] = []
  let others = Buffer.alloc(0)
  let release = () => {}
  const client = (bytes: Buffer) => {
    others = Buffer.concat([others, bytes])
    if (bytes.equals(ready)) release()
  }
  socket.on('data', client)
  release = takeCopiedRows(socket, (bytes, from, until) => rows.push(bytes.toString('latin1', from, until)))
  for (let at = 0; at < stream.length; at += size) socket.emit('data', stream.subarray(at, at + size))
  return { rows, others, listeners: socket.listeners('data'), client }
}

it('takes each row once, and leaves every other byte to the client, however the stream is cut', () => {
  const rows = ['first row', '', 'x'.repeat(40)]
  const others = Buffer.concat([...sent.filter((one) => one[0] !== 0x64), behind])
  for (let size = 1; size <= stream.length; size += 1) {
    const heard = hearing(size)
    expect(heard.rows, `chunks of ${size}`).toEqual(rows)
    expect(heard.others.toString(), `chunks of ${size}`).toBe(others.toString())
    expect(heard.listeners).toEqual([heard.client])
  }
})
