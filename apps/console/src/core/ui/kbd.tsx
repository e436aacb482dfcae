import { Fragment } from 'react'
import './ui.css'

/** Keys, each in a box. A screen reader reads a sequence (`g a`) as "g then a". */
export function Kbd({ keys }: { readonly keys: string }) {
  return keys.split(' ').map((key, index) => (
    <Fragment key={`${index}${key}`}>
      {index > 0 && <span className="c-kbd-then">then</span>}
      <kbd className="c-kbd">{key === 'Escape' ? 'Esc' : key}</kbd>
    </Fragment>
  ))
}
