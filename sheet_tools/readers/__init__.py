"""READERS: chosen by what the bytes are, never by the file's name."""
