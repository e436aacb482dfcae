import { expect, test } from 'vitest'

import { readSettings, urlOf } from './settings.ts'

const read = (args: string[], env: NodeJS.ProcessEnv = {}) => readSettings(args, env, '/repo')

test('without options it is the demo on the documented ports, on this machine only', () => {
  expect(read([])).toEqual({
    help: false,
    dev: false,
    demo: true,
    host: '127.0.0.1',
    ports: { port: 4000, ingestPort: 4100, syslogPort: 5514, syslogTlsPort: 6514 },
    dataDir: '/repo/.carapace',
  })
})

test('an option overrides the environment, and the environment overrides the default', () => {
  const { ports } = read(['--port', '0', '--syslog-tls-port', '6515'], {
    PORT: '8080',
    INGEST_PORT: '4101',
    SYSLOG_PORT: '',
  })

  expect(ports).toEqual({ port: 0, ingestPort: 4101, syslogPort: 5514, syslogTlsPort: 6515 })
})

test("a data folder is relative to the user's current folder, not to npm's", () => {
  expect(read(['--data', 'second'], { INIT_CWD: '/home/user' }).dataDir).toBe('/home/user/second')
})

test.for([
  { args: ['--nope'], message: "Unknown option '--nope'" },
  { args: ['stray'], message: "Unexpected argument 'stray'" },
  { args: ['--port'], message: "Option '--port <value>' argument missing" },
  { args: ['--port', 'http'], message: '--port wants a port number from 0 to 65535, not "http"' },
  { args: ['--ingest-port', '65536'], message: '--ingest-port wants a port number from 0 to 65535, not "65536"' },
])('$args is refused with a reason', ({ args, message }) => {
  expect(() => read(args)).toThrow(message)
})

test('a setting that is not a valid port is reported by the name of the setting', () => {
  expect(() => read([], { PORT: 'http' })).toThrow('PORT wants a port number')
})

test.for(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('the demo serves on %s', (HOST) => {
  expect(read([], { HOST }).host).toBe(HOST)
})

test.for(['0.0.0.0', '::', '192.0.2.1', 'example.org', '127.example.org'])(
  'the demo does not serve on %s, but an installation without the demo does',
  (HOST) => {
    expect(() => read([], { HOST })).toThrow(`it doesn't serve on ${HOST}`)
    expect(read(['--no-demo'], { HOST }).host).toBe(HOST)
  },
)

test.for([
  { host: '127.0.0.1', url: 'http://127.0.0.1:80' },
  { host: '0.0.0.0', url: 'http://127.0.0.1:80' },
  { host: '::1', url: 'http://[::1]:80' },
  { host: 'soc.example.org', url: 'http://soc.example.org:80' },
])('a server on $host is reached at $url', ({ host, url }) => {
  expect(urlOf(host, 80)).toBe(url)
})
