import { execFile, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startIngest, type Ingest } from '@carapace/ingest/src/app.ts'

import { keptCertificate } from '../../../local/installation/certificate.ts'
import { type Organisation, startInstallation } from '../../support/installation.ts'

const run = promisify(execFile)
const vin = 'NHVEX24A6SA164689'
const isThere = (program: string) => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`])
    return true
  } catch {
    return false // not installed: the test is skipped
  }
}

const installation = await startInstallation()
const folder = mkdtempSync(join(tmpdir(), 'carapace-senders-'))
let organisation: Organisation
let ingest: Ingest
let certificate: string

beforeAll(async () => {
  organisation = await installation.organisation('Senders')
  const tls = await keptCertificate(join(folder, 'tls'))
  certificate = tls.certificate
  ingest = await startIngest({
    databaseUrl: installation.url,
    host: '127.0.0.1',
    port: 0,
    syslogPort: 0,
    syslogTlsPort: 0,
    metricsToken: undefined,
    trustProxy: false,
    syslogTls: { cert: tls.certificate, key: tls.key },
    syslogOrganisation: organisation.org.uuid,
    kafka: undefined,
    bus: { nats: undefined },
  })
})

afterAll(async () => {
  await ingest.stop()
  rmSync(folder, { recursive: true })
})

async function arrived(words: string) {
  const { token } = organisation.members.ADMIN
  return vi.waitFor(
    async () => {
      const { body } = await installation.get(token, 'msoc/v1/syslog', { q: words })
      expect(body.events).toHaveLength(1)
      return body.events[0]
    },
    { timeout: 20_000, interval: 100 },
  )
}

test.skipIf(!isThere('logger')).for([
  { transport: 'TCP, octet-counted, RFC 5424', options: ['-T', '--octet-count', '--rfc5424'] },
  { transport: 'TCP, newline-framed, RFC 3164', options: ['-T', '--rfc3164'] },
  { transport: 'UDP, RFC 5424', options: ['-d', '--rfc5424'] },
])("[SYSLOG-1] the system's logger over $transport is received", async ({ transport, options }) => {
  await run('logger', [
    '-n',
    '127.0.0.1',
    '-P',
    String(ingest.syslogPort),
    ...options,
    '-t',
    'brakes',
    '-p',
    'daemon.warning',
    `pads worn, ${transport}`,
  ])
  expect(await arrived(`pads worn, ${transport}`)).toMatchObject({ app_name: 'brakes', facility: 3, severity: 4 })
})

test.skipIf(!isThere('rsyslogd'))(
  '[SYSLOG-1] rsyslog over TLS is received, and its lines get the vehicle and the organisation that they name',
  async () => {
    const socket = join(folder, 'log.sock')
    writeFileSync(
      join(folder, 'rsyslog.conf'),
      `
module(load="imuxsock" SysSock.Use="off")
global(workDirectory="${folder}" DefaultNetstreamDriverCAFile="${certificate}")
input(type="imuxsock" Socket="${socket}")
template(name="carapace" type="string" string="<%PRI%>1 %TIMESTAMP:::date-rfc3339% ${vin} %APP-NAME% %PROCID% - \
[carapace@32473 key=\\"${organisation.key}\\"]%msg%")
action(type="omfwd" target="127.0.0.1" port="${ingest.syslogTlsPort}" protocol="tcp" TCP_Framing="octet-counted"
       action.resumeInterval="1" action.resumeRetryCount="-1" StreamDriver="gtls" StreamDriverMode="1"
       StreamDriverAuthMode="anon" template="carapace")
`,
    )
    const rsyslog = spawn('rsyslogd', ['-n', '-f', join(folder, 'rsyslog.conf'), '-i', join(folder, 'rsyslog.pid')], {
      stdio: 'ignore',
    })
    try {
      // without systemd, logger does not report by itself that the socket is not there yet
      const report = '--socket-errors=on'
      await vi.waitFor(() => run('logger', [report, '-u', socket, '-t', 'gateway', 'sealed by TLS']), {
        timeout: 20_000,
        interval: 200,
      })
      expect(await arrived('sealed by TLS')).toMatchObject({
        vin,
        hostname: vin,
        app_name: 'gateway',
        structured_data: null,
      })
    } finally {
      rsyslog.kill('SIGKILL')
    }
  },
)
