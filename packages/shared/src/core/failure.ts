/** Every expected refusal of the product: the code goes over the wire; the status and the message come from here. */
export const failures = {
  INVALID_INPUT: { status: 400, message: 'Some fields are not valid.' },
  FORGED_REQUEST: { status: 400, message: 'The request did not come from this page. Reload and try again.' },
  LICENCE_REQUIRED: { status: 402, message: 'Your licence does not include this module.' },
  // 403 means "session over": the console signs out on it
  NOT_SIGNED_IN: { status: 403, message: 'Sign in to continue.' },
  NOT_FOUND: { status: 404, message: 'There is nothing here, or it is not yours.' },
  ROW_CHANGED: { status: 409, message: 'Someone else changed this first. Reload to see it.' },
  TOO_LARGE: { status: 413, message: 'The request is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'This content type is not understood here.' },
  INVALID_LOGIN: { status: 422, message: 'The email or the password is not right.' },
  ROLE_REQUIRED: { status: 422, message: 'Your role does not allow this.' },
  RULE_REFUSED: { status: 422, message: 'This is not possible here.' },
  TOO_MANY: { status: 429, message: 'Too many requests. Wait a moment and try again.' },
  UNEXPECTED: { status: 500, message: 'Something went wrong on our side. It has been recorded.' },
  BUSY: { status: 503, message: 'The server is behind. Try again shortly.' },
} as const

export type FailureCode = keyof typeof failures

/** The answer to a refused call, for every endpoint. */
export interface FailureReply {
  readonly success: false
  readonly code: FailureCode
  readonly message: string
  /** By field, in the words that a form shows. */
  readonly errors: Readonly<Record<string, string>>
}

/** An expected refusal with an explanation. Any other error is a bug, and is answered with 500. */
export class Failure extends Error {
  readonly code: FailureCode
  readonly errors: Readonly<Record<string, string>>
  /** Seconds to wait before a retry, if waiting helps. */
  readonly retryAfter: number | undefined

  /** `cause` is the underlying error: for the log, never sent to the caller. */
  constructor(
    code: FailureCode,
    details: { message?: string; errors?: Record<string, string>; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(details.message ?? failures[code].message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.errors = details.errors ?? {}
    this.retryAfter = details.retryAfter
  }

  get status(): number {
    return failures[this.code].status
  }

  reply(): FailureReply {
    return { success: false, code: this.code, message: this.message, errors: this.errors }
  }
}
