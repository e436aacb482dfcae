import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { openThinSocket } from './thin-socket.ts'

const lengths = [20, 0, 125, 126, 127, 65_535, 65_536, 1_000_000, 3, 20]
const letters = 'abcdefghij'

test('a thin socket sends valid frames, and reports length and letter of each frame until the close', async () => {
  const server = new WebSocketServer({ port: 0, perMessageDeflate: false })
  await once(server, 'listening')
  server.on('connection', (socket) =>
    socket.once('message', (data, isBinary) => {
      for (const [i, length] of lengths.entries())
        socket.send(`{"op":"${letters[i]}`.padEnd(length, ' ').slice(0, length))
      socket.send(data, { binary: isBinary })
      socket.close()
    }),
  )
  const frames: [bytes: number, letter: string][] = []
  const helloFrame = `{"op":"hello","token":"${'é'.repeat(200)}"}`
  await new Promise<void>((closed) => {
    const socket = openThinSocket(
      new URL(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`),
      {},
      { opened: () => socket.send(helloFrame), frame: (bytes, letter) => frames.push([bytes, letter]), closed },
    )
  })
  server.close()
  const long = lengths.map((length, i) => [length, letters[i]] as const).filter(([length]) => length > 7)
  expect(frames.filter(([bytes]) => bytes > 7)).toEqual([...long, [Buffer.byteLength(helloFrame), 'h']])
  expect(frames.filter(([bytes]) => bytes <= 7).map(([bytes]) => bytes)).toEqual([0, 3])
})
