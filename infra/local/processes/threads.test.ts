import { expect, test } from 'vitest'

import { startThread } from './threads.ts'

const thread = (body: string) =>
  startThread(
    'api',
    new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; ${body}`)}`),
    { PORT: '4000' },
  )

test('an app that serves reports its port, and ends on a stop message', async () => {
  const app = thread(
    `parentPort.on('message', (text) => text === 'stop' && parentPort.close()); parentPort.postMessage({ ready: ` +
      `true, port: Number(process.env.PORT) })`,
  )

  expect(await app.serving).toMatchObject({ port: 4000 })
  await app.stop()
  expect(await app.ended).toBe('api ended with status 0.')
})

test('an app that cannot serve reports the reason', async () => {
  const app = thread(`parentPort.postMessage({ failed: 'port 4000 is taken.' }); parentPort.close()`)

  await expect(app.serving).rejects.toThrow('api could not start: port 4000 is taken.')
})

test('an app that crashes ends with its error', async () => {
  const app = thread(`throw new Error('a bug')`)

  await expect(app.serving).rejects.toThrow('a bug')
  expect(await app.ended).toContain('api broke: Error: a bug')
})
