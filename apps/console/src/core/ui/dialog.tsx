import { Dialog as BlueprintDialog, type DialogProps } from '@blueprintjs/core'

/** Blueprint's dialog, there and gone at once: one that fades out still has the focus, and swallows the next keys of who is fast. */
export function Dialog(props: Omit<DialogProps, 'transitionDuration' | 'transitionName'>) {
  // a name without any css: the fading of Blueprint's own goes on after its duration was taken away
  return <BlueprintDialog {...props} transitionDuration={0} transitionName="c-at-once" />
}
