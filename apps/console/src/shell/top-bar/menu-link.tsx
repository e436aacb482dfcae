import { MenuItem, type MenuItemProps } from '@blueprintjs/core'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

interface MenuLinkProps extends Pick<MenuItemProps, 'icon' | 'text'> {
  readonly to: string
  /** Whether this is where one is. */
  readonly current?: boolean
}

/** An item of a menu that leads somewhere: a link, which can be opened in a tab of its own. */
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
