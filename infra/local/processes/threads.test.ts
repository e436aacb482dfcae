import { expect, test } from 'vitest'

import { startThread } from './threads.ts'

const thread = (body: string) =>
  startThread(
    'api',
    new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; ${body}`)}`),
    { PORT: '4000' },
  )

test('an app that serves says where, and ends when it is asked to', async () => {
  const app = thread(
    `parentPort.on('message', (said) => said === 'stop' && parentPort.close()); parentPort.postMessage({ ready: ` +
      `true, port: Number(process.env.PORT) })`,
  )

  expect(await app.serving).toMatchObject({ port: 4000 })
  await app.stop()
  expect(await app.ended).toBe('api ended with status 0.')
})

test('an app that cannot serve says why', async () => {
  const app = thread(`parentPort.postMessage({ failed: 'port 4000 is taken.' }); parentPort.close()`)

  await expect(app.serving).rejects.toThrow('api could not start: port 4000 is taken.')
})

test('an app that breaks is ended, with its error', async () => {
  const app = thread(`throw new Error('a bug')`)

  await expect(app.serving).rejects.toThrow('a bug')
  expect(await app.ended).toContain('api broke: Error: a bug')
})
