import { Button } from '@blueprintjs/core'

interface BehindBarProps {
  readonly version: number
  readonly onTake: () => void
  readonly onKeep: () => void
}

/** Another user saved a version while this text was written: the user decides which text goes on (RULE-UI-21). */
export function BehindBar({ version, onTake, onKeep }: BehindBarProps) {
  return (
    <div className="ru-behind" role="alert">
      <span>Someone else saved version {version} meanwhile.</span>
      <Button size="small" variant="outlined" text={`Show version ${version}`} onClick={onTake} />
      <Button size="small" variant="outlined" text="Keep my text" onClick={onKeep} />
    </div>
  )
}
