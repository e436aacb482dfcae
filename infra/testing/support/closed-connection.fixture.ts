// Tests an api when the connection of a transaction is closed, in a separate process, which an unhandled error would
// end.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import '@carapace/api/src/core/mend-postgres.ts'

const { default: postgres } = await import('postgres')
const real = new URL(process.env.TEST_DATABASE_URL!)
const sockets = new Set<Socket>()
const between = createServer((socket) => {
  const server = connect(Number(real.port), real.hostname)
  sockets.add(socket.on('close', () => sockets.delete(socket)))
  for (const one of [socket, server]) one.on('error', () => undefined)
  socket.pipe(server).pipe(socket)
}).listen(0, '127.0.0.1')
await once(between, 'listening')

const there = new URL(real)
there.host = `127.0.0.1:${(between.address() as AddressInfo).port}`
const [sql, watcher] = [there, real].map((url) => postgres(url.href, { max: 1, onnotice: () => undefined })) as [
  ReturnType<typeof postgres>,
  ReturnType<typeof postgres>,
]

/** Closes the connection of a transaction while it waits for a statement; returns the error that it gets. */
async function interrupted(): Promise<string> {
  const { promise: begun, resolve } = Promise.withResolvers<number>()
  const result = sql
    .begin(async (tx) => {
      const [backend] = await tx<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
      resolve(backend!.pid)
      await tx`SELECT pg_sleep(60)`
      return 'nothing'
    })
    .catch((error: { code: string }) => error.code)
  const pid = await begun
  const isWaiting = async () =>
    (await watcher`SELECT 1 FROM pg_stat_activity WHERE pid = ${pid} AND state = 'active' AND query LIKE '%pg_sleep%'`)
      .length > 0
  while (!(await isWaiting())) await pause(20)
  for (const socket of sockets) socket.destroy()
  const answer = await result
  await watcher`SELECT pg_terminate_backend(${pid})`
  return answer
}

for (let round = 0; round < 3; round++) {
  const result = await interrupted()
  const [row] = await sql<{ one: number }[]>`SELECT 1 AS one`
  console.log(`received ${result}, then ${row!.one}`)
}
process.exit()
