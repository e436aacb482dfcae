/** Where work products stand, as boxes show it. */
export const productTones = [
  { tone: 'approved', title: 'Approved' },
  { tone: 'working', title: 'In process' },
  { tone: 'created', title: 'Created' },
  { tone: 'missing', title: 'Missing' },
] as const
export type ProductTone = (typeof productTones)[number]['tone']

const tones: Readonly<Record<string, ProductTone>> = {
  APPROVED: 'approved',
  COMPLETED: 'approved',
  IN_PROCESS: 'working',
  UNDER_REVIEW: 'working',
}

/** Of a status; null: nobody keeps it. What was rejected is to be made anew. */
export function productTone(status: string | null): ProductTone {
  return status === null ? 'missing' : (tones[status] ?? 'created')
}
