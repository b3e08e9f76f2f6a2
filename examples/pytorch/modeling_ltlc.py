"""Hugging Face's side of a model: what `auto_map` of config.json names (to_hugging_face.py writes it).

    model = AutoModel.from_pretrained(FOLDER, trust_remote_code=True)
    model(input_ids=...).logits       # two a position: ½ for "rejected", the readout for "accepted"

Without transformers the two classes stand on small bases of the same names, so that folders load with
LtlcModel.from_pretrained(FOLDER).
"""
import copy, json, pathlib
from types import SimpleNamespace
import torch

try:
    from .ltlc_model import SLACK, Transformer, place, read_safetensors
except ImportError:
    from ltlc_model import SLACK, Transformer, place, read_safetensors

try:
    from transformers import PretrainedConfig, PreTrainedModel
    from transformers.modeling_outputs import SequenceClassifierOutput as Output
except ImportError:
    class PretrainedConfig:
        def __init__(self, **keys):
            self.__dict__.update(keys)

    class PreTrainedModel(torch.nn.Module):
        def __init__(self, config):
            super().__init__()
            self.config = config

        @classmethod
        def from_pretrained(cls, folder, torch_dtype=None):
            folder = pathlib.Path(folder)
            model = cls(cls.config_class(**json.loads((folder / "config.json").read_text(encoding="utf-8"))))
            tensors, _ = read_safetensors(folder / "model.safetensors")
            model.load_state_dict(tensors)
            return model.to(torch_dtype or tensors["transformer.embedding"].dtype)

        def post_init(self):
            pass

    Output = SimpleNamespace

class LtlcConfig(PretrainedConfig):
    model_type = "ltlc"

    def __init__(self, ltlc=None, shapes=None, circuit=None, self_test=(), **keys):
        super().__init__(**keys)
        self.ltlc, self.shapes, self.circuit, self.self_test = ltlc, shapes or {}, circuit, list(self_test)

class LtlcModel(PreTrainedModel):
    config_class = LtlcConfig
    base_model_prefix = "transformer"

    def __init__(self, config):
        super().__init__(config)
        empty = {name: torch.zeros(shape) for name, shape in config.shapes.items()}
        self.transformer = Transformer(place(copy.deepcopy(config.ltlc), empty), config.circuit)
        self.post_init()

    def _init_weights(self, module):
        """Nothing is drawn: all weights are loaded."""

    def forward(self, input_ids, **_):
        scores = self.transformer.scores(input_ids)
        threshold = torch.full_like(scores, self.transformer.readout["threshold"])
        return Output(logits=torch.stack((threshold, scores), -1))

    def self_test(self):
        """ValueError where a stored word does not come out; call it once after loading."""
        self.transformer.self_test(self.config.self_test, SLACK[self.transformer.embedding.dtype])
        return self
