/** The statuses of work products, as the boxes show them. */
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

/** The tone of a status; null: the program has no such work product. A rejected one must be created again. */
export function productTone(status: string | null): ProductTone {
  return status === null ? 'missing' : (tones[status] ?? 'created')
}
