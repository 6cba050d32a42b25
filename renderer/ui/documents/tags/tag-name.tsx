import type { TagColour } from '@shared/settings'
import { useTagColour } from '@renderer/state/library/listing/tag-colours'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './tag-name.module.css'

/** The dot in the colour that people gave a tag; nothing for one without. It says nothing that the name does not. */
export function TagDot({ tag }: { readonly tag: string }) {
  const colour = useTagColour(tag)
  return colour === undefined ? null : <ColourDot colour={colour} />
}

export function ColourDot({ colour }: { readonly colour: TagColour }) {
  return <span className={styles.dot} data-colour={colour} aria-hidden />
}

/** A tag with its colour. */
export function TagName({ tag, className }: { readonly tag: string; readonly className?: string | undefined }) {
  return (
    <span className={className} title={safeName(tag)}>
      <TagDot tag={tag} />
      <bdi>{safeName(tag)}</bdi>
    </span>
  )
}
