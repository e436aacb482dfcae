import { hash } from '@node-rs/argon2'
import postgres from 'postgres'
import { passwordHashing } from '@carapace/shared/account/password'
import { startInstallation } from './support/installation.ts'
import { aucOf, medianOf } from './support/two-samples.ts'

/**
 * Whether response times reveal which addresses have an account: sign-in with a wrong password, a forgotten password
 * and a registration, for known and unknown addresses, alternating in random order. Figures are ratios within one run:
 * the result is how often one response time distinguishes the two.
 */
const samples = 300
const warmUps = 30
/** The maximum distance of the share of distinguishable pairs from even (0.5). */
const limit = 0.1

// each request has a different client address, so that the limit on failures does not apply
process.env.TRUST_PROXY = '1'
const installation = await startInstallation()
const { run } = installation
const calls = {
  'sign-in, wrong password': [
    'v2/auth/login',
    (email: string) => ({ email, password: 'not the one', recaptcha_token: null }),
  ],
  'forgotten password': ['v2/auth/forgot-password', (email: string) => ({ email })],
  registration: ['v2/auth/register', (email: string) => ({ email, recaptcha_token: null })],
} as const
let requestCount = 0
let addresses = 0

try {
  await register(Object.keys(calls).length * (samples + warmUps))
  const verdicts: boolean[] = []
  for (const [name, [path, bodyFor]] of Object.entries(calls)) {
    const times = await measure((email) => timed(path, bodyFor(email)))
    const auc = aucOf(times.known, times.unknown)
    const isEven = Math.abs(auc - 0.5) < limit
    verdicts.push(isEven)
    console.log(
      `${name}: known ${medianOf(times.known).toFixed(2)} ms, unknown ` +
        `${medianOf(times.unknown).toFixed(2)} ms (medians of ${samples} each); AUC ${auc.toFixed(3)}, ` +
        `even within ${limit}: ${isEven ? 'yes' : 'NO'}`,
    )
  }
  process.exitCode = verdicts.every(Boolean) ? 0 : 1
} finally {
  await installation.stop()
}

/** Creates accounts with the product's password hashing. */
async function register(accounts: number): Promise<void> {
  const sql = postgres(run.database_url, { max: 1, onnotice: () => undefined })
  const passwordHash = await hash('a password that nobody uses', passwordHashing)
  await sql`
    INSERT INTO users (org_uuid, email, name, role, password_hash)
   
    SELECT (SELECT uuid
    FROM organisations
    LIMIT 1), 'person' || n || '@bench.example', 'Person ' || n, 'VIEWER', ${passwordHash}
    FROM generate_series(1, ${accounts}::int) n`
  await sql.end()
}

/** Sends pairs of requests for a known and an unknown address, in random order. */
async function measure(request: (email: string) => Promise<number>) {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let round = 0; round < warmUps + samples; round++) {
    requestCount += 1
    // of equal length, as addresses of one domain can be
    const emails = { known: `person${requestCount}@bench.example`, unknown: `nobody${requestCount}@bench.example` }
    const order: (keyof typeof emails)[] = Math.random() < 0.5 ? ['known', 'unknown'] : ['unknown', 'known']
    for (const which of order) {
      const ms = await request(emails[which])
      if (round >= warmUps) times[which].push(ms)
    }
  }
  return times
}

async function timed(path: string, body: object): Promise<number> {
  addresses += 1
  const from = `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  }
  const began = performance.now()
  const response = await fetch(`${run.url}/api/${path}`, request)
  await response.arrayBuffer()
  const ms = performance.now() - began
  if (response.status !== 200 && response.status !== 422) throw new Error(`${path} answered ${response.status}`)
  return ms
}
