import { MenuItem, type MenuItemProps } from '@blueprintjs/core'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

interface MenuLinkProps extends Pick<MenuItemProps, 'icon' | 'text' | 'labelElement'> {
  readonly to: string
  /** Whether this is the current page. */
  readonly current?: boolean
}

/** A menu item that opens a page: a link, which can also be opened in a new tab. */
export function MenuLink({ to, current = false, ...look }: MenuLinkProps) {
  const router = useRouter()
  const { publicHref } = router.buildLocation({ to: to as never })
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0) return
    event.preventDefault()
    void router.navigate({ to: to as never })
  }
  return <MenuItem {...look} href={publicHref} onClick={follow} {...(current && { 'aria-current': 'page' as const })} />
}
