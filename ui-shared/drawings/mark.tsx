/** The mark of Atrium. */
export const Mark = () => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.4"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M1.5 1.5h21v21h-21zM8 7h8v8H8zM1.5 1.5 8 7M22.5 1.5 16 7M1.5 22.5 8 15M22.5 22.5 16 15" />
  </svg>
)

/** The mark, or the logo of the configuration, with the name of the house and a small line under it where there is room. */
export const Brand = ({
  title,
  under,
  logo,
}: {
  title?: string
  under?: string | undefined
  logo?: string | null | undefined
}) => (
  <>
    {logo ? <img src={logo} alt="" width="24" height="24" /> : <Mark />}
    {title && (
      <span>
        {title}
        {under && <small>{under}</small>}
      </span>
    )}
  </>
)
