"""What a server's finish reason says of an answer: finished, cut off at the limit, broken off, or declined.

The words are those of real engines: the OpenAI protocol, vLLM, llama.cpp, TGI, SGLang, Ollama, Mistral, Anthropic, xAI,
z.AI, DeepSeek, Cohere, Gemini and the gateways in front of them. A word that stands here nowhere is no ending that
anybody vouches for: such an answer is broken off.
"""

from __future__ import annotations

import re
from enum import Enum, auto


class Ending(Enum):
    """NONE: no reason is given. BROKEN: the model was not let finish, so it may be asked again. DECLINED: it, or a
    filter, would not answer, or it called a tool: asking again comes to the same."""

    NONE = auto()
    STOP = auto()
    LENGTH = auto()
    BROKEN = auto()
    DECLINED = auto()

    @property
    def is_answer(self) -> bool:
        return self in (Ending.NONE, Ending.STOP, Ending.LENGTH)


_WORDS = {
    Ending.STOP: "stop stopped eos eos_token eos_found stop_token stop_word stop_str stop_sequence stop_sequences "
    "stop_string matched_stop end end_turn end_of_turn turn_complete end_of_text endoftext complete completed finish "
    "finished done success normal",
    Ending.LENGTH: "length max_length max_tokens max_token max_new_tokens max_output_tokens max_completion_tokens "
    "token_limit limit model_length context_length max_context_length model_context_window_exceeded",
    Ending.DECLINED: "content_filter content_filtered contentfilter filtered safety sensitive refusal refused "
    "moderation blocked blocklist prohibited_content recitation spii language guardrail guardrails "
    "guardrail_intervened tool_calls tool_call tool_use function_call",
}
_MEANING = {word: ending for ending, words in _WORDS.items() for word in words.split()}


def ending_of(reason: object) -> Ending:
    """What a `finish_reason` of any kind means; letters of either case, and blanks or hyphens for underscores."""
    if reason is None or (isinstance(reason, str) and not reason.strip()):
        return Ending.NONE
    if not isinstance(reason, str):
        return Ending.BROKEN
    word = re.sub(r"[\s-]+", "_", reason.strip().lower()).removeprefix("finish_reason_")
    return _MEANING.get(word, Ending.BROKEN)
