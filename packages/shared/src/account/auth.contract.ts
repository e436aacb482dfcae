import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { licences, roles } from '../modules.ts'

/** A password's maximum length: longer ones are refused before they cost a hash. */
export const password = z.string().min(1).max(256)
export const email = z.string().trim().toLowerCase().max(254)
/** A single-use random secret from a mailed link or from an earlier answer of the api. */
const secret = z.string().min(1).max(128)
const captcha = z.string().max(4096).nullish()
/** Six digits from an authenticator app. */
export const totpCode = z.string().regex(/^\d{6}$/, 'Six digits.')

export const Organization = z.object({
  name: z.string(),
  is_demo_mode: z.boolean(),
  license: z.object({
    days_left: z.number(),
    is_active: z.boolean(),
    is_expired: z.boolean(),
    modules: z.array(z.enum(licences)),
  }),
})
export type Organization = z.infer<typeof Organization>

/** The signed-in person, as the console keeps it. */
export const SessionUser = z.object({
  access_token: z.string(),
  uuid: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  organization: Organization,
  /** The IANA time zone in which times are shown. */
  time_zone: z.string().default('UTC'),
  /** Whether the second factor is enabled. */
  two_factor: z.boolean().default(false),
  /** Whether the password was generated and should be changed. */
  temporary_password: z.boolean().default(false),
})
export type SessionUser = z.infer<typeof SessionUser>

/** The caller is signed in, or a second factor is still needed. */
const signedIn = z.object({
  needs_2fa: z.boolean(),
  two_factor_token: z.string().nullable(),
  user: SessionUser.nullable(),
})
const messageResponse = z.object({ success: z.literal(true), message: z.string() })

export const login = endpoint({
  method: 'POST',
  path: 'v2/auth/login',
  summary: 'Sign in with an email and a password',
  access: 'public',
  input: z.object({ email, password, recaptcha_token: captcha }),
  output: signedIn,
})

export const loginViaToken = endpoint({
  method: 'POST',
  path: 'v2/auth/login-via-token',
  summary: 'Sign in once with the token of a mailed link',
  access: 'public',
  input: z.object({ token: secret }),
  output: signedIn,
})

export const validateTwoFactor = endpoint({
  method: 'POST',
  path: 'v2/auth/2fa/validate',
  summary: 'Finish a sign-in with a code of the authenticator app, or with a recovery code',
  access: 'public',
  input: z.object({ code: z.string().trim().min(6).max(32), two_factor_token: secret }),
  output: z.object({ user: SessionUser }),
})

export const logout = endpoint({
  method: 'POST',
  path: 'v2/auth/logout',
  summary: 'End this session',
  access: 'member',
  needs: 'account.own',
  input: z.object({}),
  output: z.object({ success: z.literal(true) }),
})

export const whoAmI = endpoint({
  method: 'GET',
  path: 'v2/auth/session',
  summary: 'The signed-in person and their organisation, as they are now',
  access: 'member',
  input: z.object({}),
  output: z.object({ user: SessionUser.omit({ access_token: true }) }),
})

export const listMembers = endpoint({
  method: 'GET',
  path: 'v2/app/get-members',
  summary: 'The people of the organisation, for choosing an owner',
  access: 'member',
  input: z.object({}),
  output: z.object({
    members: z.array(z.object({ uuid: z.uuid(), name: z.string(), email: z.string(), role: z.enum(roles) })),
  }),
})

export const register = endpoint({
  method: 'POST',
  path: 'v2/auth/register',
  summary: 'Ask for an organisation: a link is mailed to the work address',
  access: 'public',
  input: z.object({ email, recaptcha_token: captcha }),
  output: messageResponse,
})

export const verifyOrganization = endpoint({
  method: 'POST',
  path: 'v2/auth/verify-organization',
  summary:
    'Whether a mailed registration link is still valid, and whose it is; it stays valid until the registration is ' +
    'completed',
  access: 'public',
  input: z.object({ organizationUuid: secret }),
  output: z.object({ success: z.boolean(), email: z.string().nullable() }),
})

const filled = (most: number) => z.string().trim().min(1).max(most)

export const completeRegistration = endpoint({
  method: 'POST',
  path: 'v2/auth/complete-registration',
  summary: 'Create the organisation and its first administrator, to whom a temporary password is mailed',
  access: 'public',
  input: z.object({
    organizationUuid: secret,
    firstName: filled(60),
    lastName: filled(60),
    company: filled(100),
    jobTitle: filled(100),
    hearAboutUs: z.string().trim().max(40).default(''),
    /** Only when `hearAboutUs` is `other`. */
    hearAboutUsOther: z.string().trim().max(200).default(''),
    jobFunction: filled(100),
    orgFunction: filled(100),
    /** A country's name as in countries.ts. */
    country: filled(100),
    /** Digits only, without the dial code. */
    mobileNumber: z.string().regex(/^\d{1,15}$/, 'Digits only.'),
    privacyConsent: z.literal(true, 'Please agree to the Privacy Policy.').default(true),
  }),
  output: messageResponse,
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: 'v2/auth/forgot-password',
  summary: 'Mail a link to set a new password, where the address has an account',
  access: 'public',
  input: z.object({ email }),
  output: messageResponse,
})

export const setPassword = endpoint({
  method: 'POST',
  path: 'v2/auth/set-password',
  summary: 'Set a password with the secret of a mailed link: after "forgot password", or on an invitation',
  access: 'public',
  input: z.object({ uuid: secret, new_password: password, confirm_password: password }),
  output: messageResponse,
})
