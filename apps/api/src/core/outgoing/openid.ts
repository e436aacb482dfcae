import * as client from 'openid-client'
import { z } from 'zod'
import { requestExternal } from './outgoing.ts'

/** The secrets of a sign-in that must not be guessed: the browser keeps them encrypted until it returns. */
export interface Begun {
  readonly state: string
  readonly nonce: string
  /** The PKCE code verifier (RFC 7636). */
  readonly verifier: string
}

export interface OpenId {
  /** The URL to which the browser is redirected to sign in. */
  authorizationUrl(begun: Begun): Promise<string>
  /**
   * The verified email address, in lower case, of the person whom the provider signed in.
   *
   * @param answer the query with which the provider redirected the browser back
   * @throws {Error} when anything about the answer or the provider's token is invalid
   */
  emailOf(answer: URLSearchParams, begun: Begun): Promise<string>
}

interface OpenIdOptions {
  readonly clientId: string
  readonly clientSecret: string
  readonly issuer: string
  readonly redirectUri: string
}

/** How long a provider's metadata is cached, ms. */
const freshMs = 3_600_000
const clockToleranceSeconds = 60

export function beginSignIn(): Begun {
  return { state: client.randomState(), nonce: client.randomNonce(), verifier: client.randomPKCECodeVerifier() }
}

/** Sign-in with another provider: the authorization code flow with PKCE (OpenID Connect Core 1.0, section 3.1). */
export function createOpenId({ clientId, clientSecret, issuer, redirectUri }: OpenIdOptions): OpenId {
  const server = new URL(issuer)
  // the library checks the party that a token was issued to (azp) only if the token has several audiences
  const Claims = z.object({ email: z.string(), email_verified: z.literal(true), azp: z.literal(clientId).optional() })
  let read: { readonly provider: client.Configuration; readonly at: number } | undefined

  async function provider(): Promise<client.Configuration> {
    if (read === undefined || Date.now() - read.at > freshMs) {
      const found = await client.discovery(
        server,
        clientId,
        { [client.clockTolerance]: clockToleranceSeconds },
        client.ClientSecretPost(clientSecret),
        { [client.customFetch]: boundedFetch, execute: extensionsFor(server) },
      )
      read = { provider: found, at: Date.now() }
    }
    return read.provider
  }

  return {
    async authorizationUrl({ state, nonce, verifier }) {
      return client.buildAuthorizationUrl(await provider(), {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href
    },
    async emailOf(answer, { state, nonce, verifier }) {
      const from = await provider()
      const url = new URL(redirectUri)
      // only trust the issuer of providers that always send it (RFC 9207); otherwise anybody may have added it
      const names = from.serverMetadata().authorization_response_iss_parameter_supported
        ? ['code', 'state', 'iss']
        : ['code', 'state']
      for (const name of names) for (const value of answer.getAll(name)) url.searchParams.append(name, value)
      const tokens = await client.authorizationCodeGrant(from, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      })
      return Claims.parse(tokens.claims()).email.trim().toLowerCase()
    },
  }
}

/** The token's signature is checked with the provider's keys; http is only for local tests (see requestExternal). */
function extensionsFor({ protocol }: URL): ((provider: client.Configuration) => void)[] {
  const checks = [client.enableNonRepudiationChecks]
  return protocol === 'http:' ? [client.allowInsecureRequests, ...checks] : checks
}

/** Sends the library's requests through `requestExternal`, with its limits of time and size. */
const boundedFetch: client.CustomFetch = async (url, { method, headers, body }) => {
  const { status, body: answer } = await requestExternal(url, {
    method: method === 'POST' ? 'POST' : 'GET',
    headers,
    ...(body !== undefined && body !== null && { body: String(body) }),
  })
  return typeof answer === 'string' ? new Response(answer, { status }) : Response.json(answer, { status })
}
