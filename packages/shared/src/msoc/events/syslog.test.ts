import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAuthenticationFailure, parseSyslog, TRUNCATED, type SyslogMessage } from './syslog.ts'
import { createDeframer, type Deframed } from './syslog-frames.ts'

const root = resolve(import.meta.dirname, '../../../../..')
const logs = resolve(root, process.env['CARAPACE_DATA'] ?? '../shared/data', 'syslog')
const receivedAt = Date.UTC(2026, 10, 20, 12)

function messageOf(line: string | Buffer, at = receivedAt): SyslogMessage {
  const read = parseSyslog(line, at)
  if (!read.ok) throw new Error(`${line.toString()}: ${read.reason}`)
  return read.value
}

function reasonOf(line: string): string {
  const read = parseSyslog(line, receivedAt)
  return read.ok ? `read as ${JSON.stringify(read.value)}` : read.reason
}

const nothing = { hostname: null, appName: null, procId: null, msgId: null, structuredData: null }

describe('RFC 5424', () => {
  test.for<{ rule: string; line: string; message: Partial<SyslogMessage> }>([
    {
      rule: 'SYSLOG-5',
      line:
        `<34>1 2003-10-11T22:14:15.003Z mymachine.example.com su - ID47 - \uFEFF'su root' failed for lonvick on ` +
        `/dev/pts/8`,
      message: {
        facility: 4,
        severity: 2,
        ts: Date.UTC(2003, 9, 11, 22, 14, 15, 3),
        hostname: 'mymachine.example.com',
        appName: 'su',
        procId: null,
        msgId: 'ID47',
        structuredData: null,
        message: `'su root' failed for lonvick on /dev/pts/8`,
        format: 'rfc5424',
      },
    },
    {
      rule: 'SYSLOG-5',
      line: "<165>1 2003-08-24T05:14:15.000003-07:00 192.0.2.1 myproc 8710 - - %% It's time to make the do-nuts.",
      message: {
        facility: 20,
        severity: 5,
        ts: Date.UTC(2003, 7, 24, 12, 14, 15) + 0.003,
        procId: '8710',
        msgId: null,
      },
    },
    {
      rule: 'SYSLOG-7',
      line:
        '<165>1 2003-10-11T22:14:15.003Z mymachine.example.com evntslog - ID47 [exampleSDID@32473 iut="3" ' +
        'eventSource="Application" eventID="1011"][examplePriority@32473 class="high"]',
      message: {
        message: '',
        structuredData: {
          'exampleSDID@32473': { iut: '3', eventSource: 'Application', eventID: '1011' },
          'examplePriority@32473': { class: 'high' },
        },
      },
    },
  ])('[$rule] the example $line of the RFC is read', ({ line, message }) => {
    expect(messageOf(line)).toMatchObject(message)
  })

  test('[SYSLOG-5] a message with only NILVALUEs has its time of arrival as its time', () => {
    expect(messageOf('<0>1 - - - - - -')).toEqual({
      ...nothing,
      facility: 0,
      severity: 0,
      ts: receivedAt,
      message: '',
      format: 'rfc5424',
    })
  })

  test('[SYSLOG-6] digits after microseconds are dropped, and the message is kept', () => {
    expect(messageOf('<13>1 2003-08-24T05:14:15.000003999-07:00 h a - - - m').ts).toBe(
      Date.UTC(2003, 7, 24, 12, 14, 15) + 0.003,
    )
  })

  test.for([
    '2003-02-29T00:00:00Z',
    '2003-13-01T00:00:00Z',
    '2003-01-01T24:00:00Z',
    '2003-01-01T00:00:60Z',
    '2003-01-01T00:00:00',
    '2003-01-01T00:00:00+24:00',
  ])('[SYSLOG-6] %s is not a timestamp', (time) => {
    expect(reasonOf(`<13>1 ${time} h a - - - m`)).toBe(`RFC 5424: ${time} is not a timestamp`)
  })

  test('[SYSLOG-6] a year below 100 is taken literally', () => {
    expect(messageOf('<13>1 0001-01-01T00:00:00Z h a - - - m').ts).toBe(Date.parse('0001-01-01T00:00:00Z'))
  })

  test.for([
    { value: String.raw`say \"hi\"`, means: 'say "hi"' },
    { value: String.raw`C:\\dir`, means: String.raw`C:\dir` },
    { value: String.raw`[a\]`, means: '[a]' },
    { value: String.raw`\\\"`, means: String.raw`\"` },
    { value: String.raw`\n stays`, means: String.raw`\n stays` },
    { value: 'a]b', means: 'a]b' },
  ])('[SYSLOG-8] the parameter value "$value" means $means', ({ value, means }) => {
    expect(messageOf(`<13>1 - h a - - [x@1 v="${value}"] m`)).toMatchObject({
      structuredData: { 'x@1': { v: means } },
      message: 'm',
    })
  })

  test('[SYSLOG-8] a parameter that is sent twice has both values', () => {
    expect(messageOf('<13>1 - h a - - [origin ip="192.0.2.1" ip="192.0.2.129"]').structuredData).toEqual({
      origin: { ip: '192.0.2.1,192.0.2.129' },
    })
  })

  test('[SYSLOG-8] an element named __proto__ is an ordinary element', () => {
    const { structuredData } = messageOf('<13>1 - h a - - [__proto__ __proto__="x"]')
    expect(JSON.stringify(structuredData)).toBe('{"__proto__":{"__proto__":"x"}}')
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  test.for([
    {
      rule: 'SYSLOG-7',
      what: 'a header without structured data',
      line: '<13>1 2003-10-11T22:14:15Z h a p m',
      reason: 'one space apart',
    },
    {
      rule: 'SYSLOG-7',
      what: 'a field of 256 characters',
      line: `<13>1 2003-10-11T22:14:15Z ${'h'.repeat(256)} a p m - x`,
      reason: 'one space apart',
    },
    {
      rule: 'SYSLOG-8',
      what: 'an open element',
      line: '<13>1 - h a - - [x@1 v="1"',
      reason: 'column 23: expected ] or a parameter',
    },
    {
      rule: 'SYSLOG-8',
      what: 'an open value',
      line: '<13>1 - h a - - [x@1 v="1] m',
      reason: 'expected ] or a parameter',
    },
    { rule: 'SYSLOG-8', what: 'an element without a name', line: '<13>1 - h a - - [] m', reason: 'expected the name' },
    {
      rule: 'SYSLOG-8',
      what: 'an element sent twice',
      line: '<13>1 - h a - - [x@1 v="1"][x@1 v="2"] m',
      reason: 'x@1 occurs twice',
    },
    { rule: 'SYSLOG-8', what: 'text behind an element', line: '<13>1 - h a - - [x@1]m', reason: 'expected a space' },
    {
      rule: 'SYSLOG-9',
      what: 'a 33rd element',
      line: `<13>1 - h a - - ${Array.from({ length: 33 }, (_, i) => `[e${i}]`).join('')} m`,
      reason: 'more than 32',
    },
    {
      rule: 'SYSLOG-9',
      what: 'a 65th parameter',
      line: `<13>1 - h a - - [a${' p="1"'.repeat(64)}][b q="1"] m`,
      reason: 'more than 64',
    },
  ])('[$rule] $what is refused', ({ line, reason }) => {
    expect(reasonOf(line)).toContain(reason)
  })

  test('[SYSLOG-9] 32 elements and 64 parameters are read', () => {
    const elements = Array.from({ length: 32 }, (_, i) => `[e${i} a="1" b="2"]`).join('')
    expect(Object.keys(messageOf(`<13>1 - h a - - ${elements} m`).structuredData!)).toHaveLength(32)
  })

  const anyField = fc.stringMatching(/^[!-~]{1,48}$/).filter((field) => field !== '-')
  const anyName = fc.stringMatching(/^[!#-<>-\\^-~]{1,32}$/)
  const anyText = fc.string({ unit: 'grapheme', maxLength: 80 }).filter((text) => !/[\p{Cc}\uFEFF]/u.test(text))
  const anyData = fc.dictionary(anyName, fc.dictionary(anyName, anyText, { maxKeys: 4 }), { minKeys: 1, maxKeys: 5 })

  test('[SYSLOG-8] written messages are read unchanged', () => {
    const escaped = (text: string): string => text.replace(/["\\\]]/g, '\\$&')
    const written = (data: Record<string, Record<string, string>>): string =>
      Object.entries(data)
        .map(
          ([id, params]) =>
            `[${id}${Object.entries(params)
              .map(([name, value]) => ` ${name}="${escaped(value)}"`)
              .join('')}]`,
        )
        .join('')
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 191 }),
        anyField,
        anyField,
        anyField,
        anyField,
        anyData,
        anyText,
        (pri, hostname, appName, procId, msgId, data, message) => {
          const line = Buffer.from(
            `<${pri}>1 2026-01-02T03:04:05.678901Z ${hostname} ${appName} ${procId} ${msgId} ` +
              `${written(data)} ${message}`,
          )
          expect(messageOf(line)).toEqual({
            facility: pri >> 3,
            severity: pri & 7,
            ts: Date.UTC(2026, 0, 2, 3, 4, 5) + 678.901,
            hostname,
            appName,
            procId,
            msgId,
            structuredData: data,
            message,
            format: 'rfc5424',
          })
        },
      ),
    )
  })
})

describe('RFC 3164 and bare text', () => {
  test.for<{ rule: string; line: string; message: Partial<SyslogMessage> }>([
    {
      rule: 'SYSLOG-10',
      line: `<34>Oct 11 22:14:15 mymachine su: 'su root' failed for lonvick on /dev/pts/8`,
      message: {
        facility: 4,
        severity: 2,
        ts: Date.UTC(2026, 9, 11, 22, 14, 15),
        hostname: 'mymachine',
        appName: 'su',
        message: `'su root' failed for lonvick on /dev/pts/8`,
        format: 'rfc3164',
      },
    },
    {
      rule: 'SYSLOG-10',
      line: '<13>Feb  5 17:32:18 10.0.0.99 Use the BFG!',
      message: { hostname: '10.0.0.99', appName: null, message: 'Use the BFG!' },
    },
    {
      rule: 'SYSLOG-10',
      line: '<13>Feb 5 17:32:18 fe80::1 cron[7]: x',
      message: { ts: Date.UTC(2027, 1, 5, 17, 32, 18), hostname: 'fe80::1', appName: 'cron', procId: '7' },
    },
    {
      rule: 'SYSLOG-12',
      line: '<30>2026-11-20T10:11:12.123456+01:00 gw sshd[12]: Accepted password',
      message: {
        ts: Date.UTC(2026, 10, 20, 9, 11, 12) + 123.456,
        hostname: 'gw',
        appName: 'sshd',
        procId: '12',
        message: 'Accepted password',
        format: 'rfc3164',
      },
    },
    {
      rule: 'SYSLOG-13',
      line: '<13>Nov 20 10:00:00 root: hello',
      message: { hostname: null, appName: 'root', procId: null, message: 'hello', format: 'rfc3164' },
    },
    {
      rule: 'SYSLOG-13',
      line: '<13>Nov 20 10:00:00 dropbear[3]: hello',
      message: { hostname: null, appName: 'dropbear', procId: '3', message: 'hello' },
    },
    {
      rule: 'SYSLOG-13',
      line: '<13>Nov 20 10:00:00 alone',
      message: { hostname: null, appName: null, message: 'alone' },
    },
    {
      rule: 'SYSLOG-14',
      line: '<6>Nov 20 10:00:00 gw kernel: [ 1.0] up',
      message: { hostname: 'gw', appName: 'kernel', message: '[ 1.0] up' },
    },
    {
      rule: 'SYSLOG-14',
      line: '<6>Nov 20 10:00:00 gw sshd(pam_unix)[19939]: check pass',
      message: { appName: 'sshd(pam_unix)', procId: '19939', message: 'check pass' },
    },
    {
      rule: 'SYSLOG-14',
      line: '<6>Nov 20 10:00:00 gw app[1] no colon',
      message: { appName: 'app', procId: '1', message: 'no colon' },
    },
    {
      rule: 'SYSLOG-14',
      line: '<6>Nov 20 10:00:00 gw last message repeated 3 times',
      message: { appName: null, message: 'last message repeated 3 times' },
    },
    {
      rule: 'SYSLOG-15',
      line: '<13>udhcpc: lease obtained',
      message: { hostname: null, appName: 'udhcpc', message: 'lease obtained', ts: receivedAt, format: 'bare' },
    },
    {
      rule: 'SYSLOG-15',
      line: "<0>1990 Oct 22 10:52:01 TZ-6 host 10.1.2.3 sched[0]: That's All Folks!",
      message: { facility: 0, severity: 0, hostname: null, appName: null, format: 'bare' },
    },
    {
      rule: 'SYSLOG-15',
      line: '<13>Feb 30 10:00:00 gw x: y',
      message: { message: 'Feb 30 10:00:00 gw x: y', ts: receivedAt, format: 'bare' },
    },
    {
      rule: 'SYSLOG-2',
      line: 'Dec 10 06:55:46 LabSZ sshd[24200]: Invalid user',
      message: { facility: 1, severity: 5, hostname: 'LabSZ', appName: 'sshd', format: 'rfc3164' },
    },
    {
      rule: 'SYSLOG-2',
      line: '1 2003-10-11T22:14:15Z h a p m - x',
      message: { facility: 1, severity: 5, hostname: 'h', message: 'x', format: 'rfc5424' },
    },
    {
      rule: 'SYSLOG-2',
      line: 'Use: the BFG!',
      message: { facility: 1, severity: 5, appName: null, message: 'Use: the BFG!', format: 'bare' },
    },
    { rule: 'SYSLOG-2', line: '1 - just a list', message: { message: '1 - just a list', format: 'bare' } },
    {
      rule: 'SYSLOG-2',
      line: '<xml>text</xml>',
      message: { facility: 1, severity: 5, message: '<xml>text</xml>', format: 'bare' },
    },
  ])('[$rule] $line is read', ({ line, message }) => {
    expect(messageOf(line)).toMatchObject(message)
  })

  test.for([
    { stamp: 'Dec 31 23:59:59', at: '2026-01-01T00:00:05Z', year: 2025 },
    { stamp: 'Jan  1 00:00:01', at: '2025-12-31T23:59:55Z', year: 2026 },
    { stamp: 'Nov 20 12:00:00', at: '2026-11-20T12:00:00Z', year: 2026 },
    { stamp: 'Feb 29 12:00:00', at: '2026-11-20T12:00:00Z', year: 2028 },
    { stamp: 'Feb 29 12:00:00', at: '1903-01-01T00:00:00Z', year: 1904 },
    { stamp: 'Feb 29 12:00:00', at: '2099-01-01T00:00:00Z', year: 2096 },
    { stamp: 'Feb 29 12:00:00', at: '2100-01-01T00:00:00Z', year: 2096 },
    { stamp: 'Feb 29 12:00:00', at: '2100-12-31T00:00:00Z', year: 2104 },
  ])('[SYSLOG-11] $stamp received at $at has the year $year', ({ stamp, at, year }) => {
    expect(new Date(messageOf(`<13>${stamp} h a: m`, Date.parse(at)).ts).getUTCFullYear()).toBe(year)
  })

  test('[SYSLOG-11] the year is chosen so that the time is at most half a year from the arrival', () => {
    const day = 86_400_000
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 * day }),
        fc.integer({ min: -182 * day, max: 182 * day }),
        (at, distance) => {
          const sent = new Date(Math.floor((at + distance) / 1000) * 1000)
          const text = sent.toUTCString() // Fri, 20 Nov 2026 12:00:00 GMT
          const stamp = `${text.slice(8, 11)} ${text.slice(5, 7)} ${text.slice(17, 25)}`
          expect(messageOf(`<13>${stamp} h a: m`, at).ts).toBe(sent.getTime())
        },
      ),
    )
  })
})

describe('any line', () => {
  test.for([
    {
      rule: 'SYSLOG-1',
      what: 'a PRI beyond 191',
      line: '<192>Oct 11 22:14:15 h su: x',
      reason: 'PRI 192 is beyond 191',
    },
    { rule: 'SYSLOG-3', what: 'nothing', line: '', reason: 'the line is empty' },
    { rule: 'SYSLOG-3', what: 'white space', line: ' \t\r\n', reason: 'the line is empty' },
    { rule: 'SYSLOG-3', what: 'a PRI and nothing else', line: '<13>\n', reason: 'the line is empty' },
    { rule: 'SYSLOG-4', what: 'a line beyond 64 KiB', line: 'x'.repeat(65_537), reason: 'at most 65536' },
  ])('[$rule] $what is refused', ({ line, reason }) => {
    expect(reasonOf(line)).toContain(reason)
  })

  test('[SYSLOG-16] invalid UTF-8 is replaced, control characters become symbols, tabs stay, line ends go', () => {
    expect(messageOf(Buffer.from('<13>a\xffb\0c\x1b[31m\td\x7f\r\n\0', 'latin1')).message).toBe('a\uFFFDb␀c␛[31m\td␡')
    expect(messageOf('<13>a\x85b\ud800c').message).toBe('a\uFFFDb\uFFFDc')
    expect(messageOf('\uFEFF<13>a b').message).toBe('a b')
  })

  test.for([
    { what: 'ASCII', text: 'a'.repeat(8193) },
    { what: 'three-byte characters', text: '€'.repeat(2731) },
    { what: 'four-byte characters', text: '🚗'.repeat(2049) },
  ])('[SYSLOG-4] a message of more than 8 KiB in $what is cut between characters and marked as cut', ({ text }) => {
    const { message } = messageOf(`<13>${text}`)
    expect(message.endsWith(TRUNCATED)).toBe(true)
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(8192)
    expect(Buffer.byteLength(message)).toBeGreaterThan(8192 - 4)
    expect(text.startsWith(message.slice(0, -TRUNCATED.length))).toBe(true)
  })

  test('[SYSLOG-4] a message of exactly 8 KiB is not cut', () => {
    expect(messageOf(`<13>${'a'.repeat(8192)}`).message).toBe('a'.repeat(8192))
  })

  const start = fc.constantFrom(
    '',
    '<13>',
    '<34>1 2003-10-11T22:14:15.003Z h a p m ',
    '<13>1 - - - - - [',
    '<13>Oct 11 22:14:15 ',
    '<13>1 - h a - - [x@1 v="',
  )

  test('[SYSLOG-16] any bytes give a printable message or a reason, never an exception', () => {
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 200 }), (head, tail) => {
        const read = parseSyslog(Buffer.concat([Buffer.from(head), tail]), receivedAt)
        expect(textsIn(read).join('')).not.toMatch(/[^\P{Cc}\t]/u)
        expect(read.ok ? read.value.severity : read.reason.length).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 500 },
    )
  })

  /** Returns every text of a value, including names. */
  const textsIn = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap((entry) => entry.flatMap(textsIn))
        : []
})

describe('the deframer', () => {
  const text = (out: Deframed[]): string[] =>
    out.map((each) => ('frame' in each ? each.frame.toString() : `! ${each.rejected}`))
  const deframed = (stream: string, maxBytes?: number): string[] => {
    const deframer = createDeframer(maxBytes)
    return text([...deframer.push(Buffer.from(stream)), ...deframer.end()])
  }

  test.for([
    {
      rule: 'SYSLOG-17',
      what: 'octet-counted frames, a line end inside',
      stream: '7 <13>a\nb5 <13>c',
      frames: ['<13>a\nb', '<13>c'],
    },
    {
      rule: 'SYSLOG-17',
      what: 'a count of octets, not of characters',
      stream: '7 <13>€5 <13>x',
      frames: ['<13>€', '<13>x'],
    },
    {
      rule: 'SYSLOG-18',
      what: 'lines that end with LF, CR LF or NUL',
      stream: '<13>a\n<13>b\r\n<13>c\0<13>d',
      frames: ['<13>a', '<13>b', '<13>c', '<13>d'],
    },
    {
      rule: 'SYSLOG-18',
      what: 'both, mixed, with stray line ends between',
      stream: '5 <13>a\n<13>b\n\r\n5 <13>c\0',
      frames: ['<13>a', '<13>b', '<13>c'],
    },
    {
      rule: 'SYSLOG-18',
      what: 'lines that begin with a number',
      stream: '12 monkeys\n0 <x\n2026-11-20 x\n1234567890 <x\n7',
      frames: ['12 monkeys', '0 <x', '2026-11-20 x', '1234567890 <x', '7'],
    },
  ])('[$rule] a stream of $what is split into its frames', ({ stream, frames }) => {
    expect(deframed(stream)).toEqual(frames)
  })

  test('[SYSLOG-19] a counted frame that is too long is reported and skipped to its end, whatever it contains', () => {
    expect(deframed('12 <13>a\n<13>bc5 <13>d', 10)).toEqual(['! a frame of 12 bytes, at most 10 are read', '<13>d'])
  })

  test('[SYSLOG-19] a frame of exactly the maximum length is accepted', () => {
    expect(deframed('<13>012345\n10 <13>012345', 10)).toEqual(['<13>012345', '<13>012345'])
  })

  test('[SYSLOG-19] a line that is too long is reported once, at once, and skipped to its end', () => {
    const deframer = createDeframer(10)
    expect(text(deframer.push(Buffer.from('<13>0123456')))).toEqual(['! a line of more than 10 bytes'])
    expect(deframer.push(Buffer.from('789 and 5 <13>so on'))).toEqual([])
    expect(text(deframer.push(Buffer.from('\n<13>b\n<13>0123456\n<13>c\n')))).toEqual([
      '<13>b',
      '! a line of more than 10 bytes',
      '<13>c',
    ])
    expect(deframer.end()).toEqual([])
  })

  test('[SYSLOG-20] a frame lost because the connection closed inside it is reported', () => {
    expect(deframed('5 <13>a20 <13>b')).toEqual(['<13>a', '! the connection closed 15 bytes short of a frame of 20'])
  })

  const anyFrame = fc.uint8Array({ maxLength: 30 }).map((tail) => Buffer.concat([Buffer.from('<13>'), tail]))
  const anyFramed = fc.oneof(
    anyFrame.map((frame) => ({ frame, wire: Buffer.concat([Buffer.from(`${frame.length} `), frame]) })),
    fc
      .tuple(
        anyFrame.map((frame) => frame.filter((byte) => byte !== 10 && byte !== 0 && byte !== 13)),
        fc.constantFrom('\n', '\r\n', '\0'),
      )
      .map(([bytes, end]) => ({ frame: Buffer.from(bytes), wire: Buffer.concat([bytes, Buffer.from(end)]) })),
  )

  test('[SYSLOG-17] the frames are the same for any division of the stream into chunks', () => {
    fc.assert(
      fc.property(fc.array(anyFramed), fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (framed, sizes) => {
        const stream = Buffer.concat(framed.map(({ wire }) => wire))
        const deframer = createDeframer()
        const out: Deframed[] = []
        for (let at = 0, turn = 0; at < stream.length; turn++) {
          const size = sizes[turn % sizes.length]!
          out.push(...deframer.push(Buffer.from(stream.subarray(at, at + size))))
          at += size
        }
        expect([...out, ...deframer.end()]).toEqual(framed.map(({ frame }) => ({ frame })))
      }),
    )
  })

  test('[SYSLOG-19] no bytes cause an exception or a frame longer than the limit', () => {
    const anyChunk = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.stringMatching(/^[0-9< \n]{0,40}$/).map((chunk) => Buffer.from(chunk)),
    )
    fc.assert(
      fc.property(fc.array(anyChunk), (chunks) => {
        const deframer = createDeframer(20)
        const out = [...chunks.flatMap((chunk) => deframer.push(Buffer.from(chunk))), ...deframer.end()]
        for (const each of out) expect('frame' in each ? each.frame.length : 0).toBeLessThanOrEqual(20)
      }),
      { numRuns: 500 },
    )
  })
})

describe('authentication failures', () => {
  const messageFrom = (message: string) => messageOf(`<38>Nov 20 10:00:00 gw ${message}`)

  test.for([
    'sshd[1]: Failed password for invalid user admin from 192.0.2.1 port 22 ssh2',
    'sshd[1]: Invalid user  0101 from 192.0.2.1',
    'sshd[1]: Connection closed by authenticating user root 192.0.2.1 port 22 [preauth]',
    'sshd[1]: Disconnected from authenticating user root 192.0.2.1 port 22 [preauth]',
    'sshd[1]: error: maximum authentication attempts exceeded for root from 192.0.2.1 port 22 ssh2 [preauth]',
    'sshd[1]: message repeated 5 times: [ Failed password for root from 192.0.2.1 port 22 ssh2]',
    'login[1]: pam_unix(login:auth): authentication failure; logname=LOGIN uid=0',
    'login[1]: FAILED LOGIN (1) on /dev/tty1 FOR root, Authentication failure',
    'su[1]: FAILED SU (to root) user on pts/0',
    'sudo: user : 3 incorrect password attempts ; TTY=pts/0 ; PWD=/ ; USER=root ; COMMAND=/bin/sh',
    'dropbear[1]: Bad password attempt for root from 192.0.2.1:1',
    'sshd[1]: Invalid user a\u2028b from 192.0.2.1',
  ])('[SYSLOG-21] "%s" is an authentication failure', (message) => {
    expect(isAuthenticationFailure(messageFrom(message))).toBe(true)
  })

  test.for([
    'sshd[1]: Accepted password for root from 192.0.2.1 port 22 ssh2',
    'sshd[1]: pam_unix(sshd:session): session opened for user root by (uid=0)',
    'sshd[1]: Received disconnect from 192.0.2.1: 11: Bye Bye [preauth]',
    'sudo: user : TTY=pts/0 ; PWD=/ ; USER=root ; COMMAND=/bin/sh',
    'kernel: device eth0 failed for reasons unknown',
  ])('[SYSLOG-21] "%s" is not an authentication failure', (message) => {
    expect(isAuthenticationFailure(messageFrom(message))).toBe(false)
  })
})

describe('real logs', () => {
  for (const { file, hostname, failures } of [
    // 490 + 117 from PAM, 46 from klogind
    { file: 'loghub-Linux-2k.log', hostname: 'combo', failures: 653 },
    { file: 'loghub-OpenSSH-2k.log', hostname: 'LabSZ', failures: 1439 },
  ]) {
    test(`[SYSLOG-21] each line of ${file} is read, and ${failures} of them are authentication failures`, ({
      skip,
    }) => {
      skip(!existsSync(logs), `no logs in ${logs}: set CARAPACE_DATA`)
      const lines = readFileSync(resolve(logs, file), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
      expect(lines).toHaveLength(2000)
      const read = lines.map((line) => messageOf(line))
      expect(new Set(read.map((message) => `${message.format} ${message.hostname}`))).toEqual(
        new Set([`rfc3164 ${hostname}`]),
      )
      // the parts together still contain the complete line
      for (const [at, { appName, procId, message }] of read.entries()) {
        const tag = appName === null ? '' : `${appName}${procId === null ? '' : `[${procId}]`}: `
        expect(
          lines[at]!.replace(/\r$/, '')
            .replace(`${hostname}  --`, `${hostname} --`)
            .endsWith(`${hostname} ${tag}${message}`),
        ).toBe(true)
      }
      expect(read.filter(isAuthenticationFailure)).toHaveLength(failures)
    })
  }
})
