import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const program = ['mosquitto', '/usr/sbin/mosquitto'].find((one) => spawnSync(one, ['-h']).error === undefined)

/** Why there is no MQTT broker; undefined: there is. */
export const mosquittoMissing = program === undefined ? 'left out, mosquitto is not installed' : undefined

/** Starts a real MQTT 5 broker on a free port; its only user is `soc` with the password `sesame`. */
export async function startMosquitto() {
  const folder = mkdtempSync(join(tmpdir(), 'carapace-mosquitto-'))
  const port = await freePort()
  const passwords = join(folder, 'passwords')
  writeFileSync(passwords, 'soc:sesame\n', { mode: 0o700 })
  spawnSync('mosquitto_passwd', ['-U', passwords])
  const config = join(folder, 'mosquitto.conf')
  const lines = [`listener ${port} 127.0.0.1`, 'allow_anonymous false', `password_file ${passwords}`, 'user root']
  writeFileSync(config, `${lines.join('\n')}\n`)
  const broker = spawn(program!, ['-c', config], { stdio: 'ignore' })
  return {
    url: `mqtt://127.0.0.1:${port}`,
    /** It takes connections and messages, and answers none, until it is stopped. */
    freeze: () => broker.kill('SIGSTOP'),
    async stop(): Promise<void> {
      broker.kill('SIGKILL')
      if (broker.exitCode === null && broker.signalCode === null) await once(broker, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
