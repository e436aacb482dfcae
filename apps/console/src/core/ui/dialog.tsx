import { Dialog as BlueprintDialog, type DialogProps } from '@blueprintjs/core'
import { useEffect } from 'react'

type Props = Omit<DialogProps, 'isOpen' | 'onClosed' | 'onClosing' | 'transitionDuration' | 'transitionName'>

/**
 * Blueprint's dialog, without animation. A closed Blueprint dialog keeps the focus until it has faded out, and receives
 * the next keys of a fast user: ours is removed at once instead.
 */
export function Dialog({ isOpen, ...props }: Props & { readonly isOpen: boolean }) {
  return isOpen ? <Shown {...props} /> : null
}

function Shown(props: Props) {
  useFocusBack()
  // a transition name without any css: Blueprint's own fading continues even with a duration of 0
  return <BlueprintDialog {...props} isOpen transitionDuration={0} transitionName="c-at-once" />
}

/** Moves the focus back to where it was before, once the dialog is closed. */
function useFocusBack(): void {
  // the content of the dialog, and with it another focus, is added to the page only after this
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
}
