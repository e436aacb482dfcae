import { notificationCategories, urgencies } from '@carapace/shared/core/notification-kinds'
import { z } from 'zod'

export const tabs = ['history', 'rules', 'channels', 'log'] as const
export type Tab = (typeof tabs)[number]

/** How far back the history goes, in hours. */
export const spans = { hour: 1, day: 24, week: 7 * 24 } as const
export type Span = keyof typeof spans

const wordsOf = <Word extends string>(known: readonly Word[]) =>
  z
    .string()
    .transform((text) => known.filter((word) => text.split(',').includes(word)).join(',') || undefined)
    .optional()
    .catch(undefined)

/** The page's address: the tab, and which notifications the history shows. */
export const NotificationSearch = z.object({
  tab: z.enum(tabs).optional().catch(undefined),
  category: wordsOf(notificationCategories),
  urgency: wordsOf(urgencies),
  read: z.enum(['unread', 'read']).optional().catch(undefined),
  since: z.enum(['hour', 'day', 'week']).optional().catch(undefined),
})
export type NotificationSearch = z.infer<typeof NotificationSearch>

/** The words of a parameter with several. */
export function wordsIn<Word extends string>(text: string | undefined, known: readonly Word[]): Word[] {
  const words = text?.split(',') ?? []
  return known.filter((word) => words.includes(word))
}

/** The route and the parameters of a page of the console, from an address below the base path. */
export function placeOf(href: string): { readonly to: string; readonly search: Readonly<Record<string, string>> } {
  const { pathname, searchParams } = new URL(href, 'https://console.invalid')
  return { to: pathname, search: Object.fromEntries(searchParams) }
}
