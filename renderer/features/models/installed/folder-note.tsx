import type { ErrorReport } from '@shared/errors'
import { useTranslation } from 'react-i18next'
import { ErrorNote } from '@renderer/ui/feedback/error-note'

/** Codes whose own words are of a store or a document. */
const known = ['STORE_LOCKED', 'FILE_VANISHED'] as const

/** Why the models folder cannot be used, or not be changed. */
export function FolderNote({ problem, folder }: { readonly problem: ErrorReport; readonly folder: string }) {
  const { t } = useTranslation('models')
  const code = known.find((one) => one === problem.code)
  const inWords = code && { message: t(`folder.${code}.message`, { folder }), action: t(`folder.${code}.action`) }
  return <ErrorNote error={problem} inWords={inWords} nothingLost />
}
