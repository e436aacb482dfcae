import { Button } from '@blueprintjs/core'

/** The action of an empty tab. */
export function UploadButton({ onUpload }: { readonly onUpload: () => void }) {
  return <Button variant="outlined" text="Upload a bill of materials" onClick={onUpload} />
}
