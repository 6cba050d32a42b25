import { Palette } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { TagColour } from '@shared/settings'
import { colourTag, useTagColour } from '@renderer/state/library/listing/tag-colours'
import { IconButton } from '@renderer/ui/controls/button'
import { RadioMenu } from '@renderer/ui/controls/radio-menu'
import { safeName } from '@renderer/ui/text/safe-name'
import { ColourDot } from '@renderer/ui/documents/tags/tag-name'

/** Gives a tag a colour, at once and everywhere. */
export function TagColourMenu({ tag }: { readonly tag: string }) {
  const { t } = useTranslation('library')
  const colour = useTagColour(tag) ?? null
  return (
    <RadioMenu<TagColour | null>
      align="end"
      value={colour}
      options={[
        { value: null, text: t('tags.noColour') },
        ...TagColour.options.map((value) => ({
          value,
          text: t(`tags.colours.${value}`),
          aside: <ColourDot colour={value} />,
        })),
      ]}
      onChange={(next) => void colourTag(tag, next)}
      trigger={<IconButton icon={Palette} label={t('tags.colour', { tag: safeName(tag) })} />}
    />
  )
}
