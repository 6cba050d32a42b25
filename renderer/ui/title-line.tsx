import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './controls/button'
import { TitleField } from './controls/title-field'
import styles from './title-line.module.css'

interface TitleLineProps {
  readonly title: string
  /** The name of the field the title stands in. */
  readonly label: string
  readonly onRename: (title: string) => void
  /** The name of the way back to the list, which is offered where there is no room beside it. */
  readonly backLabel: string
  readonly onBack: () => void
  /** What stands behind the title. */
  readonly children: ReactNode
}

/** The first line of a page that is one of a list: the way back, its title, and what can be done with it. */
export function TitleLine({ title, label, onRename, backLabel, onBack, children }: TitleLineProps) {
  return (
    <div className={styles.line}>
      <IconButton className={styles.back} size="medium" icon={ArrowLeft} label={backLabel} onClick={onBack} />
      <TitleField key={title} title={title} label={label} onRename={onRename} />
      {children}
    </div>
  )
}
