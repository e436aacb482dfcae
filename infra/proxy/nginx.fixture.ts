import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** The folders to look in. Debian installs nginx in sbin, which is not on every user's PATH. */
const places = [...(process.env.PATH ?? '').split(':'), '/usr/sbin']
  .filter((place) => place !== '')
  .map((place) => join(place, 'nginx'))

/** Debian has the stream module in a separate package (libnginx-mod-stream); in the image it is built in. */
const debianStreams = '/usr/lib/nginx/modules/ngx_stream_module.so'

export function findNginx(): { program: string; hasStreams: boolean } | { missing: string } {
  const program = places.find((place) => existsSync(place))
  return program === undefined
    ? { missing: 'there is no nginx on the PATH.' }
    : { program, hasStreams: existsSync(debianStreams) }
}

/** The ports in our configuration, each with the port of this machine that replaces it in a test. */
export type Ports = Readonly<Record<'8080' | '8443' | '4100' | '5514' | '6514', number>>

interface Behind {
  readonly api: readonly number[]
  readonly ingest: number
  readonly syslog: number
}

interface ProxyOptions {
  readonly folder: string
  readonly ports: Ports
  readonly behind: Behind
  readonly servers: 'plain' | 'tls'
  /** The certificate and key of `tls`, instead of those that the container mounts. */
  readonly tls?: { readonly certificate: string; readonly key: string }
}

/**
 * Writes our configuration with other ports, other upstreams (there is no Docker resolver here) and other TLS files.
 * Everything else is as shipped.
 */
export function writeConfiguration({ folder, ports, behind, servers, tls }: ProxyOptions): void {
  mkdirSync(folder, { recursive: true })
  for (const file of ['nginx.conf', 'api.conf', 'ingest.conf'])
    copyFileSync(join(import.meta.dirname, file), join(folder, file))
  const shipped = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
  const listening = (text: string) =>
    text.replaceAll(/listen (\d+)/g, (_, port: keyof Ports) => `listen 127.0.0.1:${ports[port]}`)
  const local = (text: string) =>
    text
      .replaceAll(/^ *resolver .*\n/gm, '')
      .replaceAll(/server (\w+):(\d+) resolve( .*)?;/g, (_, name: string, port: string, more = '') =>
        peersOf(name, port, behind)
          .map((peer) => `server 127.0.0.1:${peer}${more};`)
          .join(' '),
      )
  const withFiles = (text: string) =>
    tls ? text.replace('/run/tls/tls.crt', tls.certificate).replace('/run/tls/tls.key', tls.key) : text
  writeFileSync(join(folder, 'servers.conf'), withFiles(listening(shipped(`servers.${servers}.conf`))))
  writeFileSync(join(folder, 'upstreams.conf'), local(shipped('upstreams.conf')))
  writeFileSync(
    join(folder, 'streams.conf'),
    existsSync(debianStreams) ? listening(local(shipped('streams.conf'))) : '',
  )
}

function peersOf(name: string, port: string, { api, ingest, syslog }: Behind): readonly number[] {
  if (name === 'api') return api
  return [port === '4100' ? ingest : syslog]
}

function argumentsIn(folder: string): string[] {
  const modules = existsSync(debianStreams) ? `load_module ${debianStreams}; ` : ''
  return ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', `${modules}daemon off;`]
}

/** Runs `nginx -t`; throws its message when it refuses the configuration. */
export function checkConfiguration(program: string, folder: string): void {
  execFileSync(program, ['-t', ...argumentsIn(folder)], { stdio: 'pipe' })
}

/** Runs nginx until it is stopped. */
export async function startNginx(program: string, folder: string, port: number): Promise<{ stop(): Promise<void> }> {
  const running = spawn(program, argumentsIn(folder), { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(running, 'close')
  while (!(await answers(port))) {
    if (running.exitCode !== null) throw new Error(`nginx ended with the status ${running.exitCode}.`)
    await pause(20)
  }
  return {
    async stop() {
      running.kill('SIGTERM')
      await ended
    },
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })
}
