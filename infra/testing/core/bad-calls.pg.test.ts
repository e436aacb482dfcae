import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { endpoints } from '@carapace/shared/contracts'
import { signInFailures, users } from '@carapace/shared/account/account.table'
import { Failure } from '@carapace/shared/core/failure'

import { callsOf } from '../support/access-probes.ts'
import { fillWithEverything } from '../support/everything.ts'
import { startInstallation } from '../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const everything = await fillWithEverything(site, alpha, 'ALPHA')
const nobody = crypto.randomUUID()
const calls = callsOf(everything, nobody)

const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e',
  "'; DROP TABLE users; --",
  '%',
  '_',
  '\\',
  'x'.repeat(5_000),
  '-1',
  '0',
  '1.5',
  '1e3',
  '1e400',
  'NaN',
  '99999999999999999999',
  '2147483648',
  '1|0',
  '1|1e9',
  '2024|x',
  '2024-01-01T00:00:00Z|zzz',
  '2024-01-01T00:00:00Z|-1',
  '2024-13-45T00:00:00Z|0',
  'yesterday',
  '8000000000000000',
  '9999999999999999',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '+275760-09-13T00:00:00Z',
  '{}',
  '[]',
  'null',
  '0x1FFFFFFF',
  '0xFFFFFFFF',
  '__proto__',
  '/../../etc/passwd',
  '${7*7}',
  '<script>',
]
const values: unknown[] = [
  ...texts,
  null,
  true,
  -1,
  0,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  [],
  {},
  [[]],
  [null],
  Array.from({ length: 501 }, () => nobody),
  { a: { b: 1 } },
  ['\0'],
  ['\ud800'],
  [
    [999, 999],
    [0, 0],
    [1, 1],
  ],
]

/** The answer to a call whose input was not even read. */
const limitOfCalls = new Failure('TOO_MANY').message

/** One fewer than those after which the api lets a user's calls wait for each other. */
const callsAtOnce = 5

test('every endpoint is called with invalid input', () => {
  expect(Object.keys(calls).sort()).toEqual(endpoints.map(({ path }) => path).sort())
})

test.for(endpoints)(
  '$path refuses invalid input in each field, and never answers 500',
  async ({ method, path, takes, input: contract }) => {
    const wrong: string[] = []
    for (const [sound, field] of [calls[path]!]
      .flat()
      .flatMap((one) => fieldsOf(one).map((name) => [one, name] as const))) {
      // by a user of its own: calls are limited by user, and some endpoints sign their user out
      const token = await newAdministrator()
      const busy: unknown[] = []
      const say = async (value: unknown, onBusy?: () => void) => {
        const input = withFieldReplaced(sound, field, value)
        const query = input as Record<string, string>
        const { status, body, text } =
          takes !== undefined
            ? await site.upload(token, path, query, '(1.0) can0 123#01\n')
            : method === 'GET'
              ? await site.get(token, path, query)
              : await site.call(token, path, input)
        const refusal =
          status === 200 ||
          (body?.success === false && typeof body.code === 'string' && typeof body.message === 'string')
        // of guessed passwords few are taken, and further refusals are held back
        if (body?.code === 'TOO_MANY') await site.db.delete(signInFailures)
        if (onBusy && body?.code === 'BUSY') onBusy()
        else if (status >= 500 || body?.message === limitOfCalls || !refusal)
          wrong.push(`${field} ${JSON.stringify(value).slice(0, 60)}: ${status} ${text.slice(0, 200)}`)
      }
      const all = method === 'GET' || takes !== undefined ? [...texts, texts.slice(0, 5)] : values
      // the handler gets what the contract makes of the input: one call like the other if that is the same. The api
      // refuses by the contract before anything else, one value like the other.
      const { refused = [], ...accepted } = Object.groupBy(all, (value) => {
        const parsed = contract.safeParse(withFieldReplaced(sound, field, value))
        return parsed.success ? `accepted ${JSON.stringify(parsed.data)}` : 'refused'
      })
      const different = Object.values(accepted).flatMap((alike) => alike!.slice(0, 2))
      const rest = [...inTurn(different), ...refused.slice(0, 2)].values()
      const lane = async () => {
        for (const value of rest) await say(value, () => busy.push(value))
      }
      await Promise.all(Array.from({ length: callsAtOnce }, lane))
      // calls that were refused because of too many at once are repeated one by one
      for (const value of busy) await say(value)
    }
    expect(wrong).toEqual([])
  },
)

test.for([
  '',
  '{',
  '[]',
  'null',
  '1',
  '"x"',
  '\0',
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
])('a body like %s is refused', async (body) => {
  for (const { path } of endpoints.filter(
    ({ method, takes, input }) => method === 'POST' && takes === undefined && !input.safeParse({}).success,
  )) {
    const reply = await fetch(`${site.apiUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'access-token': alpha.members.ANALYST.token },
      body,
    })
    expect([path, reply.status, ((await reply.json()) as { success: boolean }).success]).toEqual([
      path,
      expect.toSatisfy((status: number) => [400, 422].includes(status)),
      false,
    ])
  }
})

// an analyst: the calls above used up the administrator's share of the minute
test.for(['application/xml', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])(
  'a body with content type %s is refused with 415',
  async (type) => {
    const reply = await fetch(`${site.apiUrl}msoc/v1/alerts/update`, {
      method: 'POST',
      headers: { 'content-type': type, 'access-token': alpha.members.ANALYST.token },
      body: '{}',
    })
    expect([reply.status, await reply.json()]).toEqual([
      415,
      { success: false, code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Send application/json.', errors: {} },
    ])
  },
)

test('a body of more than 64 KiB is refused with 413', async () => {
  const { status, body } = await site.call(alpha.members.ANALYST.token, 'msoc/v1/alerts/update', {
    comment: 'x'.repeat(70_000),
  })
  expect([status, body.code]).toEqual([413, 'TOO_LARGE'])
})

/** Values for a field that takes nearly any text: others for each field, so that all are tried on many. */
const mostAccepted = 15
let turn = 0
function inTurn(accepted: readonly unknown[]): readonly unknown[] {
  if (accepted.length <= mostAccepted) return accepted
  turn = (turn + mostAccepted) % accepted.length
  return [...accepted.slice(turn), ...accepted.slice(0, turn)].slice(0, mostAccepted)
}

const passwordHash = await hash('nobody signs in with it', { memoryCost: 8, timeCost: 1, parallelism: 1 })
let administrators = 0
async function newAdministrator(): Promise<string> {
  const [user] = await site.db
    .insert(users)
    .values({
      orgUuid: alpha.org.uuid,
      role: 'ADMIN',
      name: 'Somebody',
      email: `somebody-${++administrators}@alpha.example`,
      passwordHash,
    })
    .returning()
  return site.signIn(alpha.org, user!.uuid)
}

/** The names of the fields, nested fields as `outer.inner`, and a name that no contract has. */
function fieldsOf(sound: object): string[] {
  return [
    'unheard_of',
    ...Object.entries(sound).flatMap(([name, value]) => [
      name,
      ...(typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.keys(value as object).map((inner) => `${name}.${inner}`)
        : []),
    ]),
  ]
}

function withFieldReplaced(sound: object, field: string, value: unknown): object {
  const [outer, inner] = field.split('.') as [string, string?]
  return {
    ...sound,
    [outer]: inner === undefined ? value : { ...(sound as Record<string, object>)[outer], [inner]: value },
  }
}
