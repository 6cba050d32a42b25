import { dayRange, endsOf } from '@shared/dates/document-date'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setLibraryFilter, useLibraryFilter } from '@renderer/state/library/library-filter'
import { FormDialog } from '@renderer/ui/controls/dialog'
import { TextField } from '@renderer/ui/controls/text-field'
import { closeDialog } from './library-dialog'

/** Asks for the first and the last day of the documents to be shown, or of their changes; one of them may be left open. */
export function DatesDialog({ of }: { readonly of: 'dates' | 'changed' }) {
  const { t } = useTranslation('library')
  const [before] = useState(() => endsOf(useLibraryFilter.getState()[of] ?? '../..'))
  const [from, setFrom] = useState(before.from ?? '')
  const [to, setTo] = useState(before.to ?? '')
  const range = dayRange(from, to)
  return (
    <FormDialog
      title={t(of === 'dates' ? 'dates.title' : 'changed.title')}
      submitText={t('dates.submit')}
      ready={range !== null}
      onSubmit={() => setLibraryFilter({ [of]: range })}
      onClose={closeDialog}
    >
      <TextField label={t('dates.first')} type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
      <TextField
        label={t('dates.last')}
        hint={t(of === 'dates' ? 'dates.hint' : 'changed.hint')}
        type="date"
        value={to}
        onChange={(event) => setTo(event.target.value)}
      />
    </FormDialog>
  )
}
