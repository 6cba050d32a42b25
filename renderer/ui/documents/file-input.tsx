import type { ComponentProps } from 'react'

interface FileInputProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  /** Asks for a folder; the files in it are what is chosen. */
  readonly folder?: boolean
  readonly onChosen: (files: FileList) => void
}

/** A hidden input that opens the browser's own dialog when it is clicked by code, as often for the same file as wanted. */
export function FileInput({ folder = false, onChosen, ...rest }: FileInputProps) {
  // The types of React do not know this attribute.
  const asFolder = folder ? { webkitdirectory: '' } : {}
  return (
    <input
      type="file"
      multiple
      hidden
      onChange={({ currentTarget }) => {
        if (currentTarget.files) onChosen(currentTarget.files)
        // So that the same file can be chosen again.
        currentTarget.value = ''
      }}
      {...asFolder}
      {...rest}
    />
  )
}
