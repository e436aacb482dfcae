import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export const client = { clientId: 'carapace-test', clientSecret: 'a secret that only these tests have' }

/** The errors that a test makes the provider commit. */
export interface Misbehaviour {
  readonly claims?: JWTPayload
  readonly without?: readonly string[]
  /** Signs with a key that it does not publish. */
  readonly forged?: boolean
  readonly unsigned?: boolean
  readonly status?: number
}

/** A small OpenID Connect provider for a test: every visitor is signed in as `email` at once. */
export async function startProvider() {
  const [published, secret] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const jwk = { ...(await exportJWK(published.publicKey)), kid: 'the one', alg: 'RS256' }
  const codes = new Map<string, { nonce: string; challenge: string; redirectUri: string }>()
  const state = { misbehaviour: {} as Misbehaviour, email: '', tokenRequests: 0 }

  const server = createServer((request, response) => {
    const url = new URL(request.url!, `http://${request.headers.host}`)
    const issuer = url.origin
    const answer = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url.pathname === '/.well-known/openid-configuration')
      return answer({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
      })
    if (url.pathname === '/keys') return answer({ keys: [jwk] })
    if (url.pathname === '/token') {
      let text = ''
      request
        .setEncoding('utf8')
        .on('data', (some: string) => (text += some))
        .on(
          'end',
          () =>
            void redeem(issuer, new URLSearchParams(text)).then(
              (body) => answer(body, state.misbehaviour.status),
              () => answer({ error: 'invalid_grant' }, 400),
            ),
        )
      return undefined
    }
    return answer({}, 404)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

  async function redeem(issuer: string, form: URLSearchParams) {
    state.tokenRequests += 1
    const grant = codes.get(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isOurs =
      form.get('client_id') === client.clientId &&
      form.get('client_secret') === client.clientSecret &&
      form.get('grant_type') === 'authorization_code'
    if (!grant || !isOurs || grant.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri'))
      throw new Error('no such code')
    codes.delete(form.get('code')!)
    return { token_type: 'Bearer', access_token: 'unused', id_token: await tokenFor(issuer, grant.nonce) }
  }

  async function tokenFor(issuer: string, nonce: string): Promise<string> {
    const { claims, without = [], forged, unsigned } = state.misbehaviour
    const now = Math.floor(Date.now() / 1000)
    const allClaims: JWTPayload = {
      iss: issuer,
      aud: client.clientId,
      sub: 'somebody',
      iat: now,
      exp: now + 300,
      email: state.email,
      email_verified: true,
      nonce,
      ...claims,
    }
    const payload = Object.fromEntries(Object.entries(allClaims).filter(([name]) => !without.includes(name)))
    if (unsigned)
      return `${[{ alg: 'none' }, payload]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.')}.`
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', kid: 'the one' })
      .sign(forged ? secret.privateKey : published.privateKey)
  }

  return {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    /** Signs in at the URL to which the browser was sent; returns the URL to which the provider redirects. */
    visit(authorizationUrl: string): URL {
      const params = new URL(authorizationUrl).searchParams
      const code = `code-${codes.size}-${Math.random()}`
      codes.set(code, {
        nonce: params.get('nonce')!,
        challenge: params.get('code_challenge')!,
        redirectUri: params.get('redirect_uri')!,
      })
      const back = new URL(params.get('redirect_uri')!)
      back.search = String(new URLSearchParams({ code, state: params.get('state')! }))
      return back
    },
    stop: () => new Promise<void>((done) => server.close(() => done())),
  }
}
