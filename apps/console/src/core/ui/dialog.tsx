import { Dialog as BlueprintDialog, type DialogProps } from '@blueprintjs/core'
import { useEffect } from 'react'

type Props = Omit<DialogProps, 'isOpen' | 'onClosed' | 'onClosing' | 'transitionDuration' | 'transitionName'>

/**
 * Blueprint's dialog, there and gone at once. One that is closed still has the focus until it has faded out, and
 * swallows the next keys of who is fast: ours is taken away instead.
 */
export function Dialog({ isOpen, ...props }: Props & { readonly isOpen: boolean }) {
  return isOpen ? <Shown {...props} /> : null
}

function Shown(props: Props) {
  useFocusBack()
  // a name without any css: the fading of Blueprint's own goes on after its duration was taken away
  return <BlueprintDialog {...props} isOpen transitionDuration={0} transitionName="c-at-once" />
}

/** The focus goes back to where it was before, once this is gone. */
function useFocusBack(): void {
  // what the dialog holds, and with it another focus, comes to the page only after this
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
}
