/** The interval of requests for data without a live channel, ms (rule LANDING-6). */
export const everyMs = 60_000
