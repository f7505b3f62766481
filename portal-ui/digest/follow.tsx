import { t } from '../../ui-shared/i18n.ts'
import { useChoice } from './use-choice.ts'

/** Beside a category that is chosen: whether one follows it, that is, is told of its posts by mail. */
export const Follow = ({ category }: { category: number }) => {
  const { choice, keep, isBusy, refusal } = useChoice()
  if (!choice) return null
  const isFollowed = choice.categories.includes(category)
  const press = () => {
    const others = choice.categories.filter((id) => id !== category)
    const categories = isFollowed ? others : [...others, category]
    // Whoever follows the first wants to be told; how often is changed on the profile.
    const begins = !isFollowed && choice.frequency === 'never'
    const ends = isFollowed && others.length === 0
    const frequency = begins ? 'weekly' : ends ? 'never' : choice.frequency
    return keep({ frequency, categories }, choice)
  }
  return (
    <>
      <button
        type="button"
        className="btn"
        aria-pressed={isFollowed}
        aria-disabled={isBusy}
        onClick={() => void (isBusy || press())}
      >
        {isFollowed ? t('Followed by mail') : t('Follow by mail')}
      </button>
      {refusal && (
        <p className="wrong" role="alert">
          {refusal}
        </p>
      )}
    </>
  )
}
