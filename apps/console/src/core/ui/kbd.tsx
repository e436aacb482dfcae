import { Fragment } from 'react'
import './ui.css'

/** Keys as they are pressed, in their boxes. A sequence (`g a`) reads "g then a". */
export function Kbd({ keys }: { readonly keys: string }) {
  return keys.split(' ').map((key, index) => (
    <Fragment key={`${index}${key}`}>
      {index > 0 && <span className="c-kbd-then">then</span>}
      <kbd className="c-kbd">{key === 'Escape' ? 'Esc' : key}</kbd>
    </Fragment>
  ))
}
