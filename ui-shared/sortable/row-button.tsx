import { Icon, type IconName } from '../drawings/icons.tsx'

/** A small button of a row. One that is off keeps the focus, so that a row can be moved to its end by one key. */
export const RowButton = ({
  icon,
  label,
  isOff = false,
  isDanger = false,
  onPress,
}: {
  icon: IconName
  label: string
  isOff?: boolean
  isDanger?: boolean
  onPress: () => void
}) => (
  <button
    type="button"
    className={isDanger ? 'btn bare small danger' : 'btn bare small'}
    aria-label={label}
    title={label}
    aria-disabled={isOff}
    onClick={() => !isOff && onPress()}
  >
    <Icon name={icon} />
  </button>
)
