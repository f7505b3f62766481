import { Link } from 'react-router-dom'
import type { PersonCard } from '../../domain/people/colleague.ts'
import { hueOf } from '../../ui-shared/drawings/atrium-drawing.tsx'
import { initialsOf } from '../../ui-shared/states.tsx'

/** The photo of a person, or the initials on a colour (T17). */
export const Face = ({ person: { id, fullname, thumbnail } }: { person: PersonCard }) =>
  thumbnail ? (
    <img className="face" src={thumbnail} alt="" loading="lazy" decoding="async" />
  ) : (
    <span className="face" style={{ background: hueOf(id) }} aria-hidden="true">
      {initialsOf(fullname)}
    </span>
  )

/** A person in a list: photo, full name, title, division and department; leads to them. */
export const Card = ({ person }: { person: PersonCard }) => (
  <Link className="person" to={`/employee/${person.id}`}>
    <Face person={person} />
    <span>
      <b dir="auto">{person.fullname}</b>
      {[person.title?.title_name, person.division?.name, person.departement?.name].map(
        (words, place) => words && <small key={['title', 'division', 'departement'][place]}>{words}</small>,
      )}
    </span>
  </Link>
)
