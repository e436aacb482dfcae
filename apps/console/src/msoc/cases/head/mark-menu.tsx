import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDownIcon, SmallTickIcon } from '@blueprintjs/icons'
import { type Pap, paps, tlps } from '@carapace/shared/msoc/cases/cases'
import { useCasePage } from '../page-context.tsx'

const marks = { tlp: { name: 'TLP', words: tlps }, pap: { name: 'PAP', words: paps } } as const

/** How far what is known of the case may be passed on, or what may be done with it. */
export function MarkMenu({ mark }: { readonly mark: keyof typeof marks }) {
  const { detail, refusal, change } = useCasePage()
  const { name, words } = marks[mark]
  const now = detail.case[mark]
  return (
    <PopoverNext
      content={
        <Menu aria-label={name}>
          {words.map((word) => (
            <MenuItem
              key={word}
              text={<Mark word={word} />}
              aria-current={word === now}
              labelElement={word === now ? <SmallTickIcon /> : undefined}
              onClick={() => word !== now && void change(mark === 'tlp' ? { tlp: word } : { pap: word as Pap })}
            />
          ))}
        </Menu>
      }
      placement="bottom-start"
      arrow={false}
      animation="minimal"
      disabled={refusal !== undefined}
    >
      <Button
        size="small"
        variant="outlined"
        disabled={refusal !== undefined}
        endIcon={<CaretDownIcon />}
        title={refusal}
      >
        <span className="cs-note">{name}</span> <Mark word={now} />
      </Button>
    </PopoverNext>
  )
}

function Mark({ word }: { readonly word: string }) {
  return <span className={`cs-tlp cs-tlp-${word.split('+', 1)[0]}`}>{word}</span>
}
