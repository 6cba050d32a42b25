import { useTranslation } from 'react-i18next'
import { en } from '@renderer/locales/en'
import { safeName } from '@renderer/ui/text/safe-name'
import { MarkedText } from '../marked-text'
import type { Mark } from '../marks'
import type { Field } from './record-fields'
import styles from './record-fields-table.module.css'

interface RecordFieldsProps {
  readonly fields: readonly Field[]
  readonly text: string
  readonly marks: readonly Mark[]
}

/** The head of a mail or a book: a value a line, beside its name. */
export function RecordFields({ fields, text, marks }: RecordFieldsProps) {
  const { t } = useTranslation('viewer')
  const nameOf = (name: string): string => (isKnown(name) ? t(`field.${name}`) : safeName(name))
  return (
    <table className={styles.fields}>
      <tbody>
        {fields.map(({ name, value, whole }) => {
          // A match in the name, which stands here in the reader's language, lights the value.
          const named = marks.filter(
            (mark) => mark.start < value.start && mark.end > whole.start && mark.end <= value.start,
          )
          return (
            <tr key={whole.start} data-field={name}>
              <th scope="row">{nameOf(name)}</th>
              <td>
                <MarkedText
                  text={text.slice(value.start, value.end)}
                  start={value.start}
                  marks={[...marks, ...named.map(({ kind }) => ({ ...value, kind }))]}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function isKnown(name: string): name is keyof typeof en.viewer.field {
  return Object.hasOwn(en.viewer.field, name)
}
