import { Button, PopoverNext } from '@blueprintjs/core'
import { CaretDownIcon, CrossIcon } from '@blueprintjs/icons'
import { useState } from 'react'

interface TagFilterProps {
  readonly tag: string | undefined
  readonly onChoose: (tag: string) => void
}

/** The filter by one tag, which is typed: an organisation may have thousands. */
export function TagFilter({ tag, onChoose }: TagFilterProps) {
  const [open, setOpen] = useState(false)
  const choose = (next: string) => {
    setOpen(false)
    onChoose(next.trim())
  }
  return (
    <span className={tag === undefined ? 'c-filter' : 'c-filter c-filter-set'}>
      <PopoverNext
        isOpen={open}
        onInteraction={setOpen}
        placement="bottom-start"
        arrow={false}
        animation="minimal"
        content={<TagForm tag={tag ?? ''} onChoose={choose} />}
      >
        <Button
          variant="minimal"
          endIcon={tag === undefined ? <CaretDownIcon /> : undefined}
          aria-label={tag === undefined ? 'Tag' : `Tag: ${tag}`}
        >
          {tag === undefined ? (
            'Tag'
          ) : (
            <>
              tag <b>{tag}</b>
            </>
          )}
        </Button>
      </PopoverNext>
      {tag !== undefined && (
        <Button
          variant="minimal"
          icon={<CrossIcon size={12} />}
          aria-label="Remove the filter tag"
          onClick={() => choose('')}
        />
      )}
    </span>
  )
}

function TagForm({ tag, onChoose }: { readonly tag: string; readonly onChoose: (tag: string) => void }) {
  const [typed, setTyped] = useState(tag)
  return (
    <form
      className="cs-tag-form"
      onSubmit={(event) => {
        event.preventDefault()
        onChoose(typed)
      }}
    >
      <input
        className="bp6-input"
        aria-label="Tag to filter by"
        placeholder="lot-11"
        maxLength={64}
        autoFocus
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" size="small" intent="primary" text="Filter" />
    </form>
  )
}
