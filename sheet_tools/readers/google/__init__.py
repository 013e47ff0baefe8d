"""Google Sheets by link: exported without an account, or read and annotated with a service account."""
