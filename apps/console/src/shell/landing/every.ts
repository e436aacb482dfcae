/** How often what is not live is asked for anew, ms (rule LANDING-6). */
export const everyMs = 60_000
